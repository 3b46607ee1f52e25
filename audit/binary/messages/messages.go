// Package messages has messages of schemas that others publish, as structs with protobuf tags:
// Prometheus' remote write, the entry of etcd's log of raft and its answer to a range, and the metadata of a
// message of Pulsar, as proto3 has them. Their lists are of values, as gogo/protobuf's are there.
package messages

// WriteRequest is prometheus.WriteRequest.
type WriteRequest struct {
	Timeseries []TimeSeries `protobuf:"bytes,1,rep,name=timeseries,proto3"`
}

type TimeSeries struct {
	Labels  []Label  `protobuf:"bytes,1,rep,name=labels,proto3"`
	Samples []Sample `protobuf:"bytes,2,rep,name=samples,proto3"`
}

type Label struct {
	Name  string `protobuf:"bytes,1,opt,name=name,proto3"`
	Value string `protobuf:"bytes,2,opt,name=value,proto3"`
}

type Sample struct {
	Value     float64 `protobuf:"fixed64,1,opt,name=value,proto3"`
	Timestamp int64   `protobuf:"varint,2,opt,name=timestamp,proto3"`
}

// Entry is raftpb.Entry.
type Entry struct {
	Type  int32  `protobuf:"varint,1,opt,name=type,proto3"`
	Term  uint64 `protobuf:"varint,2,opt,name=term,proto3"`
	Index uint64 `protobuf:"varint,3,opt,name=index,proto3"`
	Data  []byte `protobuf:"bytes,4,opt,name=data,proto3"`
}

// RangeResponse is etcdserverpb.RangeResponse.
type RangeResponse struct {
	Header ResponseHeader `protobuf:"bytes,1,opt,name=header,proto3"`
	Kvs    []Pair         `protobuf:"bytes,2,rep,name=kvs,proto3"`
	More   bool           `protobuf:"varint,3,opt,name=more,proto3"`
	Count  int64          `protobuf:"varint,4,opt,name=count,proto3"`
}

type ResponseHeader struct {
	ClusterId uint64 `protobuf:"varint,1,opt,name=cluster_id,proto3"`
	MemberId  uint64 `protobuf:"varint,2,opt,name=member_id,proto3"`
	Revision  int64  `protobuf:"varint,3,opt,name=revision,proto3"`
	RaftTerm  uint64 `protobuf:"varint,4,opt,name=raft_term,proto3"`
}

// Pair is mvccpb.KeyValue.
type Pair struct {
	Key            []byte `protobuf:"bytes,1,opt,name=key,proto3"`
	CreateRevision int64  `protobuf:"varint,2,opt,name=create_revision,proto3"`
	ModRevision    int64  `protobuf:"varint,3,opt,name=mod_revision,proto3"`
	Version        int64  `protobuf:"varint,4,opt,name=version,proto3"`
	Value          []byte `protobuf:"bytes,5,opt,name=value,proto3"`
	Lease          int64  `protobuf:"varint,6,opt,name=lease,proto3"`
}

// MessageMetadata is pulsar.proto.MessageMetadata, with the members that a producer sets.
type MessageMetadata struct {
	ProducerName     string     `protobuf:"bytes,1,opt,name=producer_name,proto3"`
	SequenceId       uint64     `protobuf:"varint,2,opt,name=sequence_id,proto3"`
	PublishTime      uint64     `protobuf:"varint,3,opt,name=publish_time,proto3"`
	Properties       []Property `protobuf:"bytes,4,rep,name=properties,proto3"`
	PartitionKey     string     `protobuf:"bytes,6,opt,name=partition_key,proto3"`
	ReplicateTo      []string   `protobuf:"bytes,7,rep,name=replicate_to,proto3"`
	Compression      int32      `protobuf:"varint,8,opt,name=compression,proto3"`
	UncompressedSize uint32     `protobuf:"varint,9,opt,name=uncompressed_size,proto3"`
	MessagesInBatch  int32      `protobuf:"varint,11,opt,name=num_messages_in_batch,proto3"`
	EventTime        uint64     `protobuf:"varint,12,opt,name=event_time,proto3"`
	SchemaVersion    []byte     `protobuf:"bytes,16,opt,name=schema_version,proto3"`
	OrderingKey      []byte     `protobuf:"bytes,18,opt,name=ordering_key,proto3"`
}

// Property is pulsar.proto.KeyValue.
type Property struct {
	Key   string `protobuf:"bytes,1,opt,name=key,proto3"`
	Value string `protobuf:"bytes,2,opt,name=value,proto3"`
}
