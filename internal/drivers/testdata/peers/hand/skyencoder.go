package hand

import (
	"math"

	"github.com/assay-go/assay/worker/adapter"
	"github.com/assay-go/assay/workloads/signedblock"
	"github.com/skycoin/skycoin/src/cipher/encoder"
)

// Skyencoder carries the workload signedblock in the way of skyencoder's generated
// funcs: the size, which is taken again to check the buffer, an Encoder whose
// methods take the front off it, and a check before each step of a Decoder. The
// generator's own output has no licence to be kept here under.
func Skyencoder() adapter.Codec[signedblock.SignedBlock] {
	return adapter.Codec[signedblock.SignedBlock]{
		Marshal: func(v *signedblock.SignedBlock) ([]byte, error) {
			b := make([]byte, skySize(v))
			return b, skyEncode(b, v)
		},
		Fill:           func(b []byte, v *signedblock.SignedBlock) ([]byte, error) { return b, skyEncode(b, v) },
		Unmarshal:      skyDecode,
		UnmarshalReuse: skyDecode,
	}
}

func skySize(v *signedblock.SignedBlock) uint64 {
	n := uint64(4 + 8 + 8 + 8 + 32 + 32 + 32 + 4)
	for _, t := range v.Block.Body.Transactions {
		n += 4 + 1 + 32 + 4 + uint64(len(t.Sigs))*65 + 4 + uint64(len(t.In))*32 + 4 + uint64(len(t.Out))*(1+20+8+8)
	}
	return n + 65
}

func skyEncode(b []byte, v *signedblock.SignedBlock) error {
	if uint64(len(b)) < skySize(v) {
		return encoder.ErrBufferUnderflow
	}
	e := &encoder.Encoder{Buffer: b[:]}
	e.Uint32(v.Block.Head.Version)
	e.Uint64(v.Block.Head.Time)
	e.Uint64(v.Block.Head.BkSeq)
	e.Uint64(v.Block.Head.Fee)
	e.CopyBytes(v.Block.Head.PrevHash[:])
	e.CopyBytes(v.Block.Head.BodyHash[:])
	e.CopyBytes(v.Block.Head.UxHash[:])
	if len(v.Block.Body.Transactions) > 65535 || uint64(len(v.Block.Body.Transactions)) > math.MaxUint32 {
		return encoder.ErrMaxLenExceeded
	}
	e.Uint32(uint32(len(v.Block.Body.Transactions)))
	for _, t := range v.Block.Body.Transactions {
		e.Uint32(t.Length)
		e.Uint8(t.Type)
		e.CopyBytes(t.InnerHash[:])
		if len(t.Sigs) > 65535 || uint64(len(t.Sigs)) > math.MaxUint32 {
			return encoder.ErrMaxLenExceeded
		}
		e.Uint32(uint32(len(t.Sigs)))
		for _, x := range t.Sigs {
			e.CopyBytes(x[:])
		}
		if len(t.In) > 65535 || uint64(len(t.In)) > math.MaxUint32 {
			return encoder.ErrMaxLenExceeded
		}
		e.Uint32(uint32(len(t.In)))
		for _, x := range t.In {
			e.CopyBytes(x[:])
		}
		if len(t.Out) > 65535 || uint64(len(t.Out)) > math.MaxUint32 {
			return encoder.ErrMaxLenExceeded
		}
		e.Uint32(uint32(len(t.Out)))
		for _, x := range t.Out {
			e.Uint8(x.Address.Version)
			e.CopyBytes(x.Address.Key[:])
			e.Uint64(x.Coins)
			e.Uint64(x.Hours)
		}
	}
	e.CopyBytes(v.Sig[:])
	return nil
}

func skyDecode(b []byte, v *signedblock.SignedBlock) (err error) {
	d := &encoder.Decoder{Buffer: b[:]}
	h := &v.Block.Head
	if h.Version, err = d.Uint32(); err != nil {
		return err
	}
	if h.Time, err = d.Uint64(); err != nil {
		return err
	}
	if h.BkSeq, err = d.Uint64(); err != nil {
		return err
	}
	if h.Fee, err = d.Uint64(); err != nil {
		return err
	}
	for _, sum := range []*signedblock.SHA256{&h.PrevHash, &h.BodyHash, &h.UxHash} {
		if len(d.Buffer) < len(sum) {
			return encoder.ErrBufferUnderflow
		}
		copy(sum[:], d.Buffer[:len(sum)])
		d.Buffer = d.Buffer[len(sum):]
	}
	n, err := skyLength(d)
	if err != nil {
		return err
	}
	if n != 0 {
		v.Block.Body.Transactions = make([]signedblock.Transaction, n)
		for i := range v.Block.Body.Transactions {
			t := &v.Block.Body.Transactions[i]
			if t.Length, err = d.Uint32(); err != nil {
				return err
			}
			if t.Type, err = d.Uint8(); err != nil {
				return err
			}
			if len(d.Buffer) < len(t.InnerHash) {
				return encoder.ErrBufferUnderflow
			}
			copy(t.InnerHash[:], d.Buffer[:len(t.InnerHash)])
			d.Buffer = d.Buffer[len(t.InnerHash):]
			if n, err = skyLength(d); err != nil {
				return err
			}
			if n != 0 {
				t.Sigs = make([]signedblock.Sig, n)
				for i := range t.Sigs {
					if len(d.Buffer) < len(t.Sigs[i]) {
						return encoder.ErrBufferUnderflow
					}
					copy(t.Sigs[i][:], d.Buffer[:len(t.Sigs[i])])
					d.Buffer = d.Buffer[len(t.Sigs[i]):]
				}
			}
			if n, err = skyLength(d); err != nil {
				return err
			}
			if n != 0 {
				t.In = make([]signedblock.SHA256, n)
				for i := range t.In {
					if len(d.Buffer) < len(t.In[i]) {
						return encoder.ErrBufferUnderflow
					}
					copy(t.In[i][:], d.Buffer[:len(t.In[i])])
					d.Buffer = d.Buffer[len(t.In[i]):]
				}
			}
			if n, err = skyLength(d); err != nil {
				return err
			}
			if n != 0 {
				t.Out = make([]signedblock.TransactionOutput, n)
				for i := range t.Out {
					o := &t.Out[i]
					if o.Address.Version, err = d.Uint8(); err != nil {
						return err
					}
					if len(d.Buffer) < len(o.Address.Key) {
						return encoder.ErrBufferUnderflow
					}
					copy(o.Address.Key[:], d.Buffer[:len(o.Address.Key)])
					d.Buffer = d.Buffer[len(o.Address.Key):]
					if o.Coins, err = d.Uint64(); err != nil {
						return err
					}
					if o.Hours, err = d.Uint64(); err != nil {
						return err
					}
				}
			}
		}
	}
	if len(d.Buffer) < len(v.Sig) {
		return encoder.ErrBufferUnderflow
	}
	copy(v.Sig[:], d.Buffer[:len(v.Sig)])
	if d.Buffer = d.Buffer[len(v.Sig):]; len(d.Buffer) != 0 {
		return encoder.ErrRemainingBytes
	}
	return nil
}

func skyLength(d *encoder.Decoder) (int, error) {
	n, err := d.Uint32()
	if err != nil {
		return 0, err
	}
	if int(n) > len(d.Buffer) {
		return 0, encoder.ErrBufferUnderflow
	}
	if n > 65535 {
		return 0, encoder.ErrMaxLenExceeded
	}
	return int(n), nil
}
