package subjects

// The OTLP trace batch, field numbers of opentelemetry-proto.

type TracesData struct {
	ResourceSpans []ResourceSpans `protobuf:"bytes,1,rep,name=resource_spans,proto3"`
}

type ResourceSpans struct {
	Resource   Resource     `protobuf:"bytes,1,opt,name=resource,proto3"`
	ScopeSpans []ScopeSpans `protobuf:"bytes,2,rep,name=scope_spans,proto3"`
	SchemaUrl  string       `protobuf:"bytes,3,opt,name=schema_url,proto3"`
}

type Resource struct {
	Attributes             []KeyValue `protobuf:"bytes,1,rep,name=attributes,proto3"`
	DroppedAttributesCount uint32     `protobuf:"varint,2,opt,name=dropped_attributes_count,proto3"`
}

type ScopeSpans struct {
	Scope     InstrumentationScope `protobuf:"bytes,1,opt,name=scope,proto3"`
	Spans     []Span               `protobuf:"bytes,2,rep,name=spans,proto3"`
	SchemaUrl string               `protobuf:"bytes,3,opt,name=schema_url,proto3"`
}

type InstrumentationScope struct {
	Name                   string     `protobuf:"bytes,1,opt,name=name,proto3"`
	Version                string     `protobuf:"bytes,2,opt,name=version,proto3"`
	Attributes             []KeyValue `protobuf:"bytes,3,rep,name=attributes,proto3"`
	DroppedAttributesCount uint32     `protobuf:"varint,4,opt,name=dropped_attributes_count,proto3"`
}

type (
	TraceID [16]byte
	SpanID  [8]byte
)

type Span struct {
	TraceId                TraceID     `protobuf:"bytes,1,opt,name=trace_id,proto3"`
	SpanId                 SpanID      `protobuf:"bytes,2,opt,name=span_id,proto3"`
	TraceState             string      `protobuf:"bytes,3,opt,name=trace_state,proto3"`
	ParentSpanId           SpanID      `protobuf:"bytes,4,opt,name=parent_span_id,proto3"`
	Name                   string      `protobuf:"bytes,5,opt,name=name,proto3"`
	Kind                   int32       `protobuf:"varint,6,opt,name=kind,proto3"`
	StartTimeUnixNano      uint64      `protobuf:"fixed64,7,opt,name=start_time_unix_nano,proto3"`
	EndTimeUnixNano        uint64      `protobuf:"fixed64,8,opt,name=end_time_unix_nano,proto3"`
	Attributes             []KeyValue  `protobuf:"bytes,9,rep,name=attributes,proto3"`
	DroppedAttributesCount uint32      `protobuf:"varint,10,opt,name=dropped_attributes_count,proto3"`
	Events                 []SpanEvent `protobuf:"bytes,11,rep,name=events,proto3"`
	DroppedEventsCount     uint32      `protobuf:"varint,12,opt,name=dropped_events_count,proto3"`
	Links                  []SpanLink  `protobuf:"bytes,13,rep,name=links,proto3"`
	DroppedLinksCount      uint32      `protobuf:"varint,14,opt,name=dropped_links_count,proto3"`
	Status                 Status      `protobuf:"bytes,15,opt,name=status,proto3"`
	Flags                  uint32      `protobuf:"fixed32,16,opt,name=flags,proto3"`
}

type SpanEvent struct {
	TimeUnixNano           uint64     `protobuf:"fixed64,1,opt,name=time_unix_nano,proto3"`
	Name                   string     `protobuf:"bytes,2,opt,name=name,proto3"`
	Attributes             []KeyValue `protobuf:"bytes,3,rep,name=attributes,proto3"`
	DroppedAttributesCount uint32     `protobuf:"varint,4,opt,name=dropped_attributes_count,proto3"`
}

type SpanLink struct {
	TraceId                TraceID    `protobuf:"bytes,1,opt,name=trace_id,proto3"`
	SpanId                 SpanID     `protobuf:"bytes,2,opt,name=span_id,proto3"`
	TraceState             string     `protobuf:"bytes,3,opt,name=trace_state,proto3"`
	Attributes             []KeyValue `protobuf:"bytes,4,rep,name=attributes,proto3"`
	DroppedAttributesCount uint32     `protobuf:"varint,5,opt,name=dropped_attributes_count,proto3"`
	Flags                  uint32     `protobuf:"fixed32,6,opt,name=flags,proto3"`
}

type Status struct {
	Message string `protobuf:"bytes,2,opt,name=message,proto3"`
	Code    int32  `protobuf:"varint,3,opt,name=code,proto3"`
}

type KeyValue struct {
	Key   string   `protobuf:"bytes,1,opt,name=key,proto3"`
	Value AnyValue `protobuf:"bytes,2,opt,name=value,proto3"`
}

// AnyValue is a message whose only content is a oneof: a sealed interface.
type AnyValue struct {
	Value AnyValueKind `protobuf_oneof:"value"`
}

//assay:impl *StringValue *BoolValue *IntValue *DoubleValue *ArrayOf *KvlistOf *BytesValue
type AnyValueKind interface{ isAnyValue() }

type (
	StringValue struct {
		V string `protobuf:"bytes,1,opt,name=string_value,proto3,oneof"`
	}
	BoolValue struct {
		V bool `protobuf:"varint,2,opt,name=bool_value,proto3,oneof"`
	}
	IntValue struct {
		V int64 `protobuf:"varint,3,opt,name=int_value,proto3,oneof"`
	}
	DoubleValue struct {
		V float64 `protobuf:"fixed64,4,opt,name=double_value,proto3,oneof"`
	}
	ArrayOf struct {
		V ArrayValue `protobuf:"bytes,5,opt,name=array_value,proto3,oneof"`
	}
	KvlistOf struct {
		V KeyValueList `protobuf:"bytes,6,opt,name=kvlist_value,proto3,oneof"`
	}
	BytesValue struct {
		V []byte `protobuf:"bytes,7,opt,name=bytes_value,proto3,oneof"`
	}
)

func (*StringValue) isAnyValue() {}
func (*BoolValue) isAnyValue()   {}
func (*IntValue) isAnyValue()    {}
func (*DoubleValue) isAnyValue() {}
func (*ArrayOf) isAnyValue()     {}
func (*KvlistOf) isAnyValue()    {}
func (*BytesValue) isAnyValue()  {}

type ArrayValue struct {
	Values []AnyValue `protobuf:"bytes,1,rep,name=values,proto3"`
}

type KeyValueList struct {
	Values []KeyValue `protobuf:"bytes,1,rep,name=values,proto3"`
}
