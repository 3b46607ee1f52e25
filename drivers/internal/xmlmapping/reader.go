package xmlmapping

// reader is what both mappings read and escape text with. A number at the end of
// its names keeps them apart from the user's types. What is escaped is what
// xml.EscapeText escapes.
const reader = `// appendText0 appends a string with what XML gives a meaning escaped.
func appendText0(dst []byte, s string) ([]byte, error) {
	done := 0
	for i := 0; i < len(s); {
		x, n := utf8.DecodeRuneInString(s[i:])
		escaped := ""
		switch {
		case x == '"':
			escaped = "&#34;"
		case x == '\'':
			escaped = "&#39;"
		case x == '&':
			escaped = "&amp;"
		case x == '<':
			escaped = "&lt;"
		case x == '>':
			escaped = "&gt;"
		case x == '\t':
			escaped = "&#x9;"
		case x == '\n':
			escaped = "&#xA;"
		case x == '\r':
			escaped = "&#xD;"
		case x < 0x20 || x == utf8.RuneError && n == 1 || x == 0xFFFE || x == 0xFFFF:
			return dst, fmt.Errorf("XML cannot carry byte %d of the string %q", i, s)
		}
		if escaped != "" {
			dst = append(append(dst, s[done:i]...), escaped...)
			done = i + n
		}
		i += n
	}
	return append(dst, s[done:]...), nil
}

// reader0 reads what is expected; after the first failure it does nothing.
type reader0 struct {
	dec  *xml.Decoder
	tok  xml.Token // the next tag, if it was looked at
	text []byte
	err  error
}

func (r *reader0) fail(format string, args ...any) {
	if r.err == nil || r.err == io.EOF {
		r.err = fmt.Errorf(format, args...)
	}
	r.tok, r.text = nil, nil
}

// open takes an opening tag.
func (r *reader0) open(name string) {
	if t, ok := r.tag().(xml.StartElement); !ok || t.Name.Local != name {
		r.fail("there is no <%s> where one must be", name)
	}
	r.tok = nil
}

// shut takes a closing tag.
func (r *reader0) shut(name string) {
	if t, ok := r.tag().(xml.EndElement); !ok || t.Name.Local != name {
		r.fail("there is no </%s> where one must be", name)
	}
	r.tok = nil
}

// alternative takes an opening tag and returns its name.
func (r *reader0) alternative() string {
	t, ok := r.tag().(xml.StartElement)
	if !ok {
		r.fail("there is no alternative where one must be")
	}
	r.tok = nil
	return t.Name.Local
}

// option reports whether there is something.
func (r *reader0) option() bool {
	switch name := r.alternative(); name {
	case "sum_Some":
		return true
	case "sum_None":
		r.shut(name)
	default:
		r.fail("there is a <%s> in the place of an option", name)
	}
	return false
}

// end returns the first failure, if only what follows the document.
func (r *reader0) end() error {
	if t := r.tag(); t != nil {
		return fmt.Errorf("there is more than one document")
	}
	switch r.err {
	case nil:
		return io.ErrUnexpectedEOF
	case io.EOF:
		return nil
	}
	return r.err
}

func (r *reader0) int(text []byte, bits int) int64 {
	x, err := strconv.ParseInt(string(text), 10, bits)
	if err != nil {
		r.fail("%w", err)
	}
	return x
}

func (r *reader0) uint(text []byte, bits int) uint64 {
	x, err := strconv.ParseUint(string(text), 10, bits)
	if err != nil {
		r.fail("%w", err)
	}
	return x
}

func (r *reader0) float(text []byte, bits int) float64 {
	x, err := strconv.ParseFloat(string(text), bits)
	if err != nil {
		r.fail("%w", err)
	}
	return x
}
`

// taggedReader is what the mapping with tags adds.
const taggedReader = `
func (r *reader0) bytes(text []byte) []byte {
	x, err := base64.StdEncoding.AppendDecode(nil, text)
	if err != nil {
		r.fail("%w", err)
	}
	return x
}

func (r *reader0) bool(text []byte) bool {
	switch string(text) {
	case "true":
		return true
	case "false":
	default:
		r.fail("%q is no bool", text)
	}
	return false
}

// tag returns the next tag, which stays the next one. Between tags is space only.
func (r *reader0) tag() xml.Token {
	for r.tok == nil && r.err == nil {
		var tok xml.Token
		tok, r.err = r.dec.RawToken()
		switch t := tok.(type) {
		case xml.StartElement, xml.EndElement:
			r.tok = tok
		case xml.CharData:
			if len(bytes.TrimSpace(t)) > 0 {
				r.fail("there is the text %q where none may be", t)
			}
		}
	}
	return r.tok
}

// more reports whether a list goes on.
func (r *reader0) more() bool {
	_, ok := r.tag().(xml.StartElement)
	return ok
}

// value returns the text between two tags, until the next call.
func (r *reader0) value(name string) []byte {
	r.open(name)
	r.text = r.text[:0]
	for r.err == nil {
		var tok xml.Token
		tok, r.err = r.dec.RawToken()
		switch t := tok.(type) {
		case xml.CharData:
			r.text = append(r.text, t...)
		case xml.StartElement, xml.EndElement:
			r.tok = tok
			r.shut(name)
			return r.text
		}
	}
	r.fail("there is no </%s> where one must be", name)
	return nil
}`

// condensedReader is what the condensed mapping adds.
const condensedReader = `
// empty0 stands for an empty value.
const empty0 = "\\e"

var (
	escape0   = strings.NewReplacer("\\", "\\\\", " ", "\\s", "\t", "\\t", "\n", "\\n", "\r", "\\r")
	unescape0 = strings.NewReplacer("\\\\", "\\", "\\s", " ", "\\t", "\t", "\\n", "\n", "\\r", "\r", empty0, "")
)

// appendWord0 appends a string that shares a text with other values.
func appendWord0(dst []byte, s string) ([]byte, error) {
	if s == "" {
		return append(dst, empty0...), nil
	}
	return appendText0(dst, escape0.Replace(s))
}

func (r *reader0) bytes(text []byte) []byte {
	if string(text) == empty0 {
		return nil
	}
	x, err := base64.StdEncoding.AppendDecode(nil, text)
	if err != nil {
		r.fail("%w", err)
	}
	return x
}

func (r *reader0) bool(text []byte) bool {
	switch string(text) {
	case "t":
		return true
	case "f":
	default:
		r.fail("%q is no bool", text)
	}
	return false
}

// next goes to the next tag or text.
func (r *reader0) next() {
	for r.tok == nil && len(r.text) == 0 && r.err == nil {
		var tok xml.Token
		tok, r.err = r.dec.RawToken()
		switch t := tok.(type) {
		case xml.StartElement, xml.EndElement:
			r.tok = tok
		case xml.CharData:
			r.text = t // good until the next token is asked for
		}
	}
}

// skip skips space, and goes to the next tag if there is no more text.
func (r *reader0) skip() {
	for {
		r.next()
		if r.text = bytes.TrimLeft(r.text, " \t\r\n"); len(r.text) > 0 || r.tok != nil || r.err != nil {
			return
		}
	}
}

// tag returns the next tag, which stays the next one.
func (r *reader0) tag() xml.Token {
	if r.skip(); len(r.text) > 0 {
		r.fail("there is the text %q where none may be", r.text)
	}
	return r.tok
}

// more reports whether a list goes on.
func (r *reader0) more() bool {
	r.skip()
	_, ok := r.tok.(xml.StartElement)
	return r.err == nil && (ok || len(r.text) > 0)
}

// value returns the next value, until the next call.
func (r *reader0) value() []byte {
	if r.skip(); len(r.text) == 0 {
		r.fail("there is no value where one must be")
	}
	n := bytes.IndexAny(r.text, " \t\r\n")
	if n < 0 {
		n = len(r.text)
	}
	x := r.text[:n]
	r.text = r.text[n:]
	return x
}

// word returns a string that shares a text with other values.
func (r *reader0) word() string { return unescape0.Replace(string(r.value())) }

// alone returns a string that has a text of its own.
func (r *reader0) alone() string {
	r.next()
	n := len(r.text)
	if n < 2 || r.text[0] != ' ' || r.text[n-1] != ' ' {
		r.fail("there is no string where one must be")
		return ""
	}
	x := string(r.text[1 : n-1])
	r.text = nil
	return x
}`
