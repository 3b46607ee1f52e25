package testrt

import (
	"bytes"
	"encoding/json"
	"testing"
)

// JSON writes values and reads them back as encoding/json does: made-up ones, and those of a
// file with one on each line, if it has a name.
func (c Codec[T]) JSON(t *testing.T, file string) {
	for round := range 100 {
		v := new(T)
		c.Values.make(c.plain(v), round, c.Entries)
		c.tripJSON(t, v)
	}
	for _, v := range Given[T](t, file) {
		c.tripJSON(t, v)
	}
}

// differs reports whether an error is another than that of encoding/json.
func (c Codec[T]) differs(err, want error) bool {
	if c.Strict {
		return err == nil && want != nil
	}
	return (err == nil) != (want == nil)
}

// tripJSON writes v and reads it back in both ways.
func (c Codec[T]) tripJSON(t *testing.T, v *T) {
	t.Helper()
	var buf bytes.Buffer
	judge := json.NewEncoder(&buf)
	judge.SetEscapeHTML(!c.RawHTML)
	var wantErr error
	panics := true // of methods that are called, which may not take values that were made up
	func() {
		defer func() { _ = recover() }()
		wantErr = judge.Encode(c.plain(v))
		panics = false
	}()
	if panics {
		t.Logf("%+v: encoding/json panics", v)
		return
	}
	want := bytes.TrimSuffix(buf.Bytes(), []byte("\n"))
	got, err := c.Marshal(v)
	if c.differs(err, wantErr) {
		t.Fatalf("%+v: the error is %v, that of encoding/json %v", v, err, wantErr)
	}
	if err != nil {
		return
	}
	if !bytes.Equal(got, want) {
		t.Fatalf("%+v is written\n%s\nand by encoding/json\n%s", v, got, want)
	}
	c.readJSON(t, want)
}

// readJSON reads data in both ways.
func (c Codec[T]) readJSON(t *testing.T, data []byte) {
	t.Helper()
	v, w := new(T), new(T)
	var wantErr error
	panics := true // of what is embedded by a pointer and not exported, and of methods
	func() {
		defer func() { _ = recover() }()
		wantErr = json.Unmarshal(data, c.plain(w))
		panics = false
	}()
	if panics {
		t.Logf("%s: encoding/json panics", data)
		return
	}
	err := c.Unmarshal(data, v)
	if c.differs(err, wantErr) {
		t.Fatalf("%s: the error is %v, that of encoding/json %v", data, err, wantErr)
	}
	if err == nil {
		if d := c.Values.same(w, v); d != "" {
			t.Errorf("%s: beside encoding/json%s", data, d)
		}
	}
}

// FuzzJSON reads any bytes as encoding/json does.
func (c Codec[T]) FuzzJSON(f *testing.F) {
	c.seed(f)
	f.Fuzz(c.readJSON)
}
