package golden_test

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/assay-go/assay/codec/positional/testdata/golden/flat"
	"github.com/assay-go/assay/codec/positional/testdata/golden/flatunsafe"
)

// TestEvolvable reads what an older version wrote, and what a newer one did.
func TestEvolvable(t *testing.T) {
	at := time.Date(2026, 1, 2, 3, 4, 5, 6, time.FixedZone("", 5400))
	newer := flat.Log2{Count: 7, Events: []flat.Event2{
		{ID: 1, Name: strings.Repeat("one", 60), At: at, Tags: map[string]string{"a": "b"}, Next: &flat.Event2{ID: 2}},
		{ID: 3, Name: "three", At: at.UTC()},
	}}
	data, err := flat.MarshalLog2Flat(&newer)
	if err != nil {
		t.Fatal(err)
	}
	var back flat.Log2
	if err := flat.UnmarshalLog2Flat(data, &back); err != nil {
		t.Fatal(err)
	}
	if got := back.Events[0]; got.At.String() != at.String() || got.Tags["a"] != "b" || got.Next.ID != 2 || back.Events[1].At.Location() != time.UTC {
		t.Errorf("read back %+v", back)
	}
	var older flat.Log1
	if err := flat.UnmarshalLog1Flat(data, &older); err != nil {
		t.Fatal(err)
	}
	if len(older.Events) != 2 || older.Events[0].ID != 1 || older.Events[0].Name != newer.Events[0].Name || older.Events[1].Name != "three" || older.Count != 7 {
		t.Errorf("the older version reads %+v", older)
	}
	data, err = flat.MarshalLog1Flat(&older)
	if err != nil {
		t.Fatal(err)
	}
	if err := flat.UnmarshalLog2Flat(data, &back); err != nil { // into a used value
		t.Fatal(err)
	}
	if len(back.Events) != 2 || back.Events[1].ID != 3 || back.Events[1].Name != "three" || !back.Events[0].At.IsZero() || back.Events[0].Tags != nil || back.Events[0].Next != nil {
		t.Errorf("the newer version reads %+v", back)
	}
	// Offsets in errors count from the start of the message.
	if err := flat.UnmarshalLog1Flat(data[:len(data)-1], &older); err == nil || !strings.Contains(err.Error(), "EOF") {
		t.Errorf("cut short: %v", err)
	}
}

// TestFingerprint reads the message of another type.
func TestFingerprint(t *testing.T) {
	data, err := flatunsafe.MarshalColorGroupFlat(&flatunsafe.ColorGroup{Id: 1})
	if err != nil {
		t.Fatal(err)
	}
	if err := flatunsafe.UnmarshalColorGroupFlat(data, new(flatunsafe.ColorGroup)); err != nil {
		t.Fatal(err)
	}
	err = flatunsafe.UnmarshalDataFlat(data, new(flatunsafe.Data))
	if err == nil || !strings.Contains(err.Error(), "fingerprint") {
		t.Errorf("the error is %v", err)
	}
}

// TestStream writes and reads a stream, whole and cut short.
func TestStream(t *testing.T) {
	var buf bytes.Buffer
	w := flatunsafe.NewColorGroupFlatWriter(&buf)
	for i := range 3 {
		if err := w.Write(&flatunsafe.ColorGroup{Id: int32(i), Colors: []string{strings.Repeat("x", 100*i)}}); err != nil {
			t.Fatal(err)
		}
	}
	whole := buf.Bytes()
	r := flatunsafe.NewColorGroupFlatReader(bytes.NewReader(whole), 1000)
	var list []flatunsafe.ColorGroup
	for {
		var v flatunsafe.ColorGroup
		err := r.Read(&v)
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, v)
	}
	if len(list) != 3 || list[1].Id != 1 || len(list[1].Colors[0]) != 100 || len(list[2].Colors[0]) != 200 {
		t.Errorf("read %v", list)
	}
	cut := flatunsafe.NewColorGroupFlatReader(bytes.NewReader(whole[:20]), 1000)
	var v flatunsafe.ColorGroup
	if err := errors.Join(cut.Read(&v), cut.Read(&v)); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("cut short: %v", err)
	}
	small := flatunsafe.NewColorGroupFlatReader(bytes.NewReader(whole), 5)
	if err := small.Read(&v); err == nil || !strings.Contains(err.Error(), "limit") {
		t.Errorf("beyond the limit: %v", err)
	}
}
