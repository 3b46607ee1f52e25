package positional

import (
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/assay-go/assay/goprint"
	"github.com/assay-go/assay/internal/carry"
	"github.com/assay-go/assay/internal/shape"
	"github.com/assay-go/assay/typemodel"
)

// op is what a node does on the wire.
type op int

const (
	opNumber op = iota
	opBool
	opString
	opBytes      // slice of bytes
	opByteArray  // array of bytes
	opArray      // other array, elements only
	opList       // slice, or array that is counted
	opMap        //
	opPointer    // with a flag
	opValue      // pointer without a flag
	opStruct     //
	opTime       //
	opMarshaler  // the result of MarshalBinary, with its length
	opOmitted    // a field that is left out when it is empty
	opFramed     // an evolvable struct: its length, then its fields
	opZone       // the zone of a time that was written
	opCall       // a struct or interface that has functions of its own
	opInterface  // the number of the concrete type, then the value
	opCarried    // another type in the place of one that has state of its own
	opMark       // the fingerprint, before all
	opUnresolved // refused
)

// node is a type as a format writes it.
type node struct {
	op     op
	typ    *typemodel.Type
	num    Number
	elem   *node // of lists, arrays, maps, pointers
	key    *node
	fields []field
	carry  *carry.StandIn // what elem is, of opCarried
	impls  []*node        // of an interface, in the order of its type's Impls
	maxLen int            // 0: no limit
	framed bool           // a struct that is evolvable
	known  int            // of an evolvable struct, how many fields will never change
	zone   bool           // a time whose zone is written
	pass   int            // of [plan.reachable], the last that has met it

	// The layout: fixed bytes at a constant place, perhaps followed by a tail.
	// least is the fewest bytes that a value takes.
	fixed int
	tail  bool
	least int

	// leastBits is the fewest bits that a value takes, in formats where bools
	// share bytes.
	leastBits int

	// users counts the places where the node is an element, or a field of
	// interface type, or the root; nests those where a struct is a field of a
	// struct. A node with functions of its own is called wherever it stands.
	users     int
	nests     int
	nested    bool // of opCall: the struct is a field of another
	recursive bool
	function  bool

	circular bool // a list or map whose elements lead to it again
	oneOf    bool // a type that an interface may hold
	near     bool // a slice of bytes right beside another in the encoding
	beside   bool // an integer whose field is declared right behind that of one as long

	walks bool // sizing it walks a map whose entries differ in size, or calls what may fail
	fails bool // marshalling it may fail
	tries bool // so that its size is told by marshalling it only

	merges bool // a map of which two keys may be one on the wire
}

type field struct {
	name     string
	node     *node
	key      string // what a tag calls it, for those who describe their type
	embedded bool
}

// item is a node at a place: lv is the Go expression that denotes its value.
type item struct {
	*node
	lv   lvalue
	path string // relative to the function that handles it, for errors
}

// plan is the model of a type as the format writes it.
type plan struct {
	format  *Format
	pkg     string // the package that the code is for
	shape   *shape.Shape
	nodes   map[*typemodel.Type]*node // structs and interfaces only
	root    *node
	refuse  []typemodel.Diagnostic
	circles bool                     // there are lists or maps that lead to themselves
	strings int                      // of a value: 0, 1, or 2 for more
	large   bool                     // of more structs than manyStructs
	apart   bool                     // its strings are beside much that is none
	copied  bool                     // a constructor copies its strings and byte slices at once
	open    map[*typemodel.Type]bool // named types between two of nodes, being built
	passes  int                      // how often the nodes were gone through
}

func newPlan(f *Format, pkg string, t *typemodel.Type) *plan {
	p := &plan{format: f, pkg: pkg, nodes: map[*typemodel.Type]*node{}, open: map[*typemodel.Type]bool{}}
	p.shape, p.refuse = shape.Of([]*typemodel.Type{t}, f.rules(pkg))
	p.root = p.node(p.shape.Roots[0], "", true)
	p.root.users++
	p.endless()
	if len(p.refuse) == 0 { // pointers come to an end
		p.weightless(p.root, "", map[*node]bool{})
	}
	if len(p.refuse) > 0 {
		return p
	}
	p.layout(p.root)
	p.properties()
	return p
}

// rules are what the format makes of types, for code in the package pkg.
func (f *Format) rules(pkg string) shape.Rules {
	return shape.Rules{
		Package: pkg, InPlace: true, Lift: !f.Unexported, Read: f.member, Refuse: f.refuse, Empty: f.empty,
		Own: func(t, root *typemodel.Type) bool { return t != root && f.marshals(t) }, OwnMethod: "MarshalBinary",
		Preference: carry.Preference{Told: f.Unexported, Strings: true},
	}
}

// empty reports whether no bytes are written for t, whatever is in it.
func (f *Format) empty(t *typemodel.Type) bool {
	return t.IsLock() && !f.Unexported || t.Kind == typemodel.Array && t.Len == 0 && f.Arrays == ArrayPlain
}

// endless refuses structs that hold themselves by pointers that cannot be nil. It
// enters each node once: the ways through large types are without number.
func (p *plan) endless() {
	type place struct {
		n    *node
		path string
	}
	places := []place{{p.root, ""}}
	open, done := map[*node]bool{}, map[*node]bool{}
	var visit func(n *node, path string)
	visit = func(n *node, path string) {
		switch {
		case n == nil || done[n]:
		case n.op == opStruct && open[n]:
			p.reject(path, "type "+n.typ.String()+" contains itself, and a "+p.format.Title+" pointer cannot be nil to end it", "use a slice with no or one element")
		case n.op == opStruct:
			open[n] = true
			for _, f := range n.fields {
				visit(f.node, typemodel.FieldPath(path, f.name))
			}
			delete(open, n)
			done[n] = true
		case n.op == opValue, n.op == opArray, n.op == opCarried:
			visit(n.elem, path)
		case n.op == opList, n.op == opMap: // may be empty
			done[n] = true
			places = append(places, place{n.elem, path + map[op]string{opList: "[]", opMap: "[value]"}[n.op]})
		}
	}
	for ; len(places) > 0; places = places[1:] {
		visit(places[0].n, places[0].path)
	}
}

// weightless refuses lists and maps whose elements take no bytes: their count
// could not be checked against what is left of the input.
func (p *plan) weightless(n *node, path string, seen map[*node]bool) {
	if seen[n] {
		return
	}
	seen[n] = true
	switch n.op {
	case opStruct:
		for _, f := range n.fields {
			p.weightless(f.node, typemodel.FieldPath(path, f.name), seen)
		}
	case opMap:
		if n.key.weightless() && n.elem.weightless() {
			p.reject(path, "the entries of the map take no bytes", "use a bool")
		}
		p.weightless(n.key, path+"[key]", seen)
		p.weightless(n.elem, path+"[value]", seen)
	case opList, opArray:
		if n.op == opList && n.elem.weightless() {
			p.reject(path, "the elements of the list take no bytes, so that its count could not be checked", "use the number of elements")
		}
		p.weightless(n.elem, path+"[]", seen)
	case opPointer, opValue, opOmitted, opCarried:
		p.weightless(n.elem, path, seen)
	case opInterface:
		for _, impl := range n.impls {
			p.weightless(impl, path+".("+impl.typ.String()+")", seen)
		}
	}
}

// weightless reports whether values of n take no bytes.
func (n *node) weightless() bool {
	switch n.op {
	case opByteArray:
		return n.typ.Len == 0
	case opArray:
		return n.typ.Len == 0 || n.elem.weightless()
	case opValue, opCarried:
		return n.elem.weightless()
	case opStruct:
		return !n.framed && !slices.ContainsFunc(n.fields, func(f field) bool { return !f.node.weightless() })
	}
	return false
}

// reject refuses what stands at path, and returns the node of what is not written.
func (p *plan) reject(path, reason, fix string, remedies ...typemodel.Remedies) *node {
	r := typemodel.Diagnostic{Path: path, Text: reason, Fix: fix}
	for _, remedy := range remedies {
		r.Remedies |= remedy
	}
	if len(remedies) == 0 {
		r.Remedies = typemodel.RemedyConvert
	}
	if !slices.ContainsFunc(p.refuse, func(other typemodel.Diagnostic) bool { return other.Path == path && other.Text == reason }) {
		p.refuse = append(p.refuse, r)
	}
	return &node{op: opUnresolved}
}

// node returns the node of s, met at path. last says that nothing follows it. What the
// shape refuses has been told.
func (p *plan) node(s *shape.Node, path string, last bool) *node {
	f, t := p.format, s.Type
	switch {
	case f.Unexported && t.As == nil && t.By.Methods == 0 && t.Kind != typemodel.Time && t.Methods&(typemodel.BinaryMarshaler|typemodel.GobEncoder) != 0:
		return p.reject(path, f.Title+" calls the type's own methods, which generated code does not", "use a type without MarshalBinary and GobEncode")
	case t.IsLock():
		return &node{op: opStruct, typ: t}
	case s.Form == shape.Own, s.Form == shape.Carried && f.marshals(t):
		return &node{op: opMarshaler, typ: t}
	case s.Form == shape.Carried && p.open[t]:
		return p.reject(path, "what stands in the place of "+t.String()+" holds it again", "name another conversion")
	case s.Form == shape.Carried:
		p.open[t] = true
		defer delete(p.open, t)
		n := &node{op: opCarried, typ: t, carry: s.StandIn, elem: p.node(s.Elem, path, false)}
		n.elem.users++
		return n
	case f.refuse(t).Text != "", t.By.Methods != 0:
		return &node{op: opUnresolved}
	}
	n := &node{typ: t}
	switch k := t.Kind; {
	case k == typemodel.Bool:
		n.op = opBool
	case k.IsInteger() || k.IsFloat():
		num, ok := f.Numbers[k]
		if !ok {
			return p.reject(path, f.Title+" has no "+k.String(), "use an integer of a fixed size")
		}
		n.op, n.num = opNumber, num
	case k == typemodel.String:
		n.op = opString
	case k == typemodel.Time:
		if f.Time == TimeNone {
			return p.reject(path, f.Title+" has no times", "")
		}
		n.op = opTime
	case k == typemodel.Struct:
		members := map[*typemodel.Field]*shape.Member{}
		for _, m := range s.Members {
			members[m.Field()] = m
		}
		return p.structNode(t, members, path, last)
	case k == typemodel.Array && t.Len == 0 && f.Arrays == ArrayPlain:
		n.op = opStruct // without fields
	case t.IsByteArray() && f.Arrays == ArrayPlain && (f.Pad > 0 || t.Elem.Name.IsZero()):
		n.op = opByteArray
	case t.IsBytes(), t.IsByteArray():
		n.op = opBytes
	case k == typemodel.Array && f.Arrays == ArrayPlain:
		n.op, n.elem = opArray, p.elem(t, s.Elem, path+"[]")
	case k == typemodel.Array, k == typemodel.Slice:
		n.op, n.elem = opList, p.elem(t, s.Elem, path+"[]")
	case k == typemodel.Map:
		if !shape.Hashable(t.Key, f.Impls) {
			return p.reject(path+"[key]", "a key may hold a value that Go cannot hash", "use a key without such interfaces")
		}
		n.op, n.key, n.elem = opMap, p.elem(t, s.Key, path+"[key]"), p.elem(t, s.Elem, path+"[value]")
		if f.bits() && p.holds(n.key, opBool) && p.holds(n.key, opTime) {
			return p.reject(path+"[key]", "whether two keys with a bool and a time are one on the wire is not told, where bools share bytes", "use a key without the bool, or the time's UnixNano")
		}
	case k == typemodel.Pointer:
		switch f.Pointers {
		case PointerNone:
			return p.reject(path, f.Title+" has no optional values, so that a pointer cannot be nil", "use the value instead of the pointer",
				typemodel.RemedyConvertOwner) // what it leads to may be of any type
		case PointerValue:
			n.op = opValue
		default:
			n.op = opPointer
		}
		n.elem = p.elem(t, s.Elem, path)
	case s.Form == shape.Any && t.Name.IsZero():
		return p.interfaceNode(dynamic, path) // one node for all of them, which hold each other
	case s.Form == shape.Any:
		return p.interfaceNode(&shape.Node{Form: shape.Interface, Type: t, Impls: dynamic.Impls}, path)
	case s.Form == shape.Interface:
		return p.interfaceNode(s, path)
	case s.Form == shape.Refused:
		return &node{op: opUnresolved}
	default:
		return p.reject(path, "values of type "+t.String()+" have no encoding", "", typemodel.RemedyConvert, typemodel.RemedyLeaveOut)
	}
	return n
}

// marshals reports whether t is carried by its MarshalBinary where the format calls that.
func (f *Format) marshals(t *typemodel.Type) bool {
	asked := t.By.Methods.Has(typemodel.BinaryMarshaler) || t.By.Methods == 0 && !carry.Unread(t)
	return f.Marshalers && t.As == nil && t.Kind != typemodel.Time && t.Own().Has(typemodel.BinaryMarshaler) && !t.By.Fields && asked
}

// refuse returns why the format cannot carry t by itself, so that its own methods
// are asked for.
func (f *Format) refuse(t *typemodel.Type) typemodel.Diagnostic {
	switch {
	case t.Kind == typemodel.Interface && f.Interfaces == InterfaceNone:
		return typemodel.Diagnostic{Text: "values of type " + t.String() + " have no encoding", Remedies: typemodel.RemedyLeaveOut}
	case t.Kind == typemodel.Interface && len(f.Impls(t)) == 0:
		return typemodel.Diagnostic{Text: "the types that the interface may hold are not known", Remedies: typemodel.RemedyImpl | typemodel.RemedyLeaveOut}
	case t.Kind == typemodel.Map && f.NoMaps:
		return typemodel.Diagnostic{Text: f.Title + " has no maps", Fix: "use a slice of key and value pairs"}
	case t.Kind == typemodel.Map && shape.Locks(t.Elem):
		return shape.LockedEntries("")
	case t.IsLock() && f.Unexported:
		return typemodel.Diagnostic{Text: f.Title + " writes what a lock holds, which generated code may not reach", Fix: "exclude it with the tag " + f.Tag + `:"-"`, Remedies: typemodel.RemedyLeaveOut}
	}
	return typemodel.Diagnostic{}
}

// elem returns the node of part, an element of t.
func (p *plan) elem(t *typemodel.Type, part *shape.Node, path string) *node {
	if !t.Name.IsZero() { // a named slice may recur without a struct: type Tree []Tree
		if p.open[t] && t.HoldsNothing() { // as the shape says
			return &node{op: opUnresolved}
		}
		if p.open[t] {
			return p.reject(strings.TrimSuffix(path, "[]"), "type "+t.String()+" contains itself without a struct in between", "put it into a struct")
		}
		p.open[t] = true
		defer delete(p.open, t)
	}
	n := p.node(part, path, false)
	n.users++
	return n
}

// interfaceNode returns the node of an interface with its concrete types.
func (p *plan) interfaceNode(s *shape.Node, path string) *node {
	t := s.Type
	if n, ok := p.nodes[t]; ok {
		n.recursive = n.recursive || n.impls == nil // still being built
		return n
	}
	n := &node{op: opInterface, typ: t}
	p.nodes[t] = n
	saved := p.open
	p.open = map[*typemodel.Type]bool{}
	defer func() { p.open = saved }()

	var impls []*node
	spelling := goprint.New("", "")
	spelled := map[string]bool{}
	for _, part := range s.Impls {
		impl := part.Type
		at := path + ".(" + impl.String() + ")"
		switch {
		case impl.Kind == typemodel.Interface:
			p.reject(at, impl.String()+" is an interface itself", "name the types that it may hold instead")
			continue
		case spelled[spelling.Type(impl)]:
			p.reject(at, "the type is named twice", "name it once in the directive")
			continue
		}
		spelled[spelling.Type(impl)] = true
		child := p.node(part, at, false)
		child.users++
		impls = append(impls, child)
	}
	n.impls = impls
	return n
}

// implPath returns the path of what the interface it holds if that is of type t.
func implPath(it item, t *typemodel.Type) string {
	return strings.TrimPrefix(it.path+".("+t.String()+")", ".")
}

// structNode returns the node of the struct t, whose members those of what it embeds in
// line are among.
func (p *plan) structNode(t *typemodel.Type, members map[*typemodel.Field]*shape.Member, path string, last bool) *node {
	if n, ok := p.nodes[t]; ok {
		n.recursive = n.recursive || n.fields == nil // still being built
		return n
	}
	n := &node{op: opStruct, typ: t}
	p.nodes[t] = n
	saved := p.open
	p.open = map[*typemodel.Type]bool{}
	defer func() { p.open = saved }()

	var fields []field
	before := -1 // which of t's is the last of fields, if it is an integer
	for i := range t.Fields {
		f := &t.Fields[i]
		at := typemodel.FieldPath(path, f.Name)
		tag, err := p.format.tag(f.Tag)
		switch {
		case err != "":
			p.reject(at, err, "")
			continue
		case tag.evolvable:
			if f.Name != "_" || !p.format.Evolvable {
				p.reject(at, "evolvable is an option of a field _ struct{}, in the format flat", "remove it from the tag")
			}
			if !p.format.Described {
				n.framed, n.known = true, len(fields)
			}
			continue
		case lifted(f) && !tag.skip && !f.Omit && !p.format.Unexported: // its members are members of t
			fields = append(fields, field{node: p.structNode(f.Type, members, path, last && i == len(t.Fields)-1), embedded: true})
			continue
		case p.format.Unexported && !f.Exported() && !p.format.leavesOut(f):
			p.reject(at, p.format.Title+" writes unexported fields, which generated code may not reach", "export the field, or exclude it with the tag "+p.format.Tag+`:"-"`)
			continue
		case members[f] == nil:
			continue
		}
		part := members[f].Node
		end := last && i == len(t.Fields)-1
		var child *node
		switch {
		case tag.list:
			child = p.byteList(part, at)
		case tag.fixed && (f.Type.Kind.IsInteger() || f.Type.Kind.IsFloat()):
			child = &node{op: opNumber, typ: f.Type, num: Number{Bytes: f.Type.Kind.Bits() / 8}}
		case tag.zone && p.format.Evolvable && f.Type.Kind == typemodel.Time:
			child = &node{op: opTime, typ: f.Type, zone: true}
		case tag.zone:
			child = p.reject(at, "the option zone is for times, in the format flat", "remove it from the tag")
		case tag.fixed:
			child = p.reject(at, "the option fixed is for numbers", "remove it from the tag")
		default:
			child = p.node(part, at, end)
			switch child.op {
			case opInterface:
				child.users++
			case opStruct:
				child.nests++
			}
		}
		if tag.maxLen > 0 || tag.omitEmpty {
			child = limited(child)
			child.maxLen = tag.maxLen
			switch child.op {
			case opString, opBytes, opList, opMap:
			case opUnresolved:
			default:
				p.reject(at, "maxlen and omitempty are for strings, slices and maps", "remove the option from the tag")
			}
		}
		if tag.omitEmpty {
			if !p.format.OmitEmpty || !end || path != "" {
				p.reject(at, "omitempty is for the last field of the outermost struct, in formats that know it", "remove the option from the tag, or move the field")
			}
			child = &node{op: opOmitted, typ: f.Type, elem: child}
		}
		if integer := child.op == opNumber && child.typ.Kind.IsInteger() && 8*child.num.Bytes == child.typ.Kind.Bits(); integer {
			child.beside = i > 0 && before == i-1 && fields[len(fields)-1].node.num.Bytes == child.num.Bytes
			before = i
		}
		fields = append(fields, field{f.Name, child, key(f.Tag), f.Embedded})
	}
	n.fields = append([]field{}, fields...)
	return n
}

// lifted reports whether the members of what f embeds are those of the struct around it.
func lifted(f *typemodel.Field) bool {
	return f.Embedded && !f.Exported() && f.Type.Kind == typemodel.Struct
}

// member returns the member that a field is, or nil for none.
func (f *Format) member(_ *typemodel.Type, field *typemodel.Field) (m *shape.Member, refused typemodel.Diagnostic) {
	if f.leavesOut(field) {
		return nil, typemodel.Diagnostic{}
	}
	return &shape.Member{Name: field.Name}, typemodel.Diagnostic{}
}

// leavesOut reports whether a field is no part of the value.
func (f *Format) leavesOut(field *typemodel.Field) bool {
	tag, _ := f.tag(field.Tag)
	return tag.skip || field.Omit || f.Unexported && field.Type.Kind == typemodel.Struct && len(field.Type.Fields) == 0
}

// byteList returns the node of a slice or array of bytes whose elements are
// written as numbers.
func (p *plan) byteList(s *shape.Node, path string) *node {
	t := s.Type
	if !t.IsBytes() && !t.IsByteArray() {
		return p.reject(path, "the option list is for slices and arrays of bytes", "remove it from the tag")
	}
	part := &shape.Node{Form: shape.Uint, Type: t.Elem}
	n := &node{op: opList, typ: t, elem: p.elem(t, part, path+"[]")}
	if t.Kind == typemodel.Array && p.format.Arrays == ArrayPlain {
		n.op = opArray
	}
	return n
}

// limited returns a copy of n, for a field with options of its own.
func limited(n *node) *node {
	c := *n
	return &c
}

// fieldTag are the options of a struct tag.
type fieldTag struct {
	skip, omitEmpty bool
	list            bool // bytes as numbers, where the format tells them apart
	evolvable       bool // on a field _: the struct may grow
	zone            bool // a time with its zone
	fixed           bool // a number in its width, where the format has varints
	maxLen          int
}

func (f *Format) tag(tag reflect.StructTag) (opts fieldTag, problem string) {
	for _, key := range []string{"assay", f.Tag} {
		text, ok := tag.Lookup(key)
		if key == "" || !ok {
			continue
		}
		name, rest, _ := strings.Cut(text, ",")
		if name == "evolvable" && key == "assay" {
			rest = name
		}
		if name == "-" {
			return fieldTag{skip: true}, ""
		}
		for _, o := range strings.Split(rest, ",") {
			n, isMax := strings.CutPrefix(o, "maxlen=")
			switch {
			case o == "":
			case o == "omitempty":
				opts.omitEmpty = true
			case o == "list" && key == "assay":
				opts.list = true
			case o == "fixed" && key == "assay":
				opts.fixed = true
			case o == "zone" && key == "assay":
				opts.zone = true
			case o == "evolvable" && key == "assay":
				opts.evolvable = true
			case isMax:
				limit, err := strconv.Atoi(n)
				if err != nil || limit <= 0 {
					return opts, "the tag " + key + " has a maxlen that is no positive number: " + strconv.Quote(n)
				}
				opts.maxLen = limit
			case key == "assay":
				return opts, "the tag assay has an unknown option " + strconv.Quote(o) + "; there are maxlen=N, omitempty, list, fixed, zone and evolvable"
			}
		}
	}
	return opts, ""
}

// layout fills in fixed, tail, least and leastBits of n and all below it.
func (p *plan) layout(n *node) {
	done := map[*node]bool{}
	for todo := []*node{n}; len(todo) > 0; {
		next := todo[len(todo)-1]
		todo = append(todo[:len(todo)-1], p.layoutOne(next, done)...)
	}
}

// layoutOne fills in the layout of n and of what it depends on. It returns the nodes
// below on which it does not depend: each recursion passes through one of these, and
// while a struct is not laid out, nothing that it is a part of can be.
func (p *plan) layoutOne(n *node, done map[*node]bool) (later []*node) {
	if done[n] {
		return nil
	}
	done[n] = true
	f := p.format
	first := func(part *node) { later = append(later, p.layoutOne(part, done)...) }
	length := func() {
		n.fixed, n.tail = f.Length.Bytes, true
		n.least = max(1, f.Length.Bytes)
		if f.Nil == NilBit && n.op != opString && n.op != opMarshaler {
			n.least = 0 // a bit
		}
	}
	switch n.op {
	case opNumber:
		n.fixed = n.num.Bytes
		n.tail = n.num.Bytes == 0
		n.least = max(1, n.fixed)
	case opBool:
		switch f.Bool {
		case BoolByte:
			n.fixed, n.least = 1, 1
		case BoolUint32:
			n.fixed, n.least = 4, 4
		case BoolBit:
			n.tail = true
		}
	case opString, opBytes, opMarshaler:
		length()
		if n.typ.Kind == typemodel.Array {
			n.least += n.typ.Len
		}
	case opByteArray:
		n.fixed = padded(n.typ.Len, f.Pad)
		n.least = n.fixed
	case opArray:
		first(n.elem)
		if n.elem.tail {
			n.tail = true
		} else {
			n.fixed = n.elem.fixed * n.typ.Len
		}
		n.least = n.elem.least * n.typ.Len
	case opList:
		length()
		if n.typ.Kind == typemodel.Array {
			first(n.elem)
			n.least += n.elem.least * n.typ.Len
		} else {
			later = append(later, n.elem)
		}
		n.least += len(f.ListEnd)
	case opMap:
		length()
		later = append(later, n.key, n.elem)
		n.least += len(f.ListEnd)
	case opPointer:
		n.tail = true
		if f.Pointers != PointerBit {
			n.fixed, n.least = 1, 1
		}
		later = append(later, n.elem)
	case opValue:
		n.tail = true
		first(n.elem)
		n.least = n.elem.least
	case opInterface:
		n.tail, n.least = true, 1
		later = append(later, n.impls...)
	case opOmitted:
		n.tail = true
		first(n.elem)
	case opCarried:
		n.tail = true
		first(n.elem)
		n.least = n.elem.least
	case opTime:
		switch f.Time {
		case TimeNano, TimeTicks:
			n.fixed, n.least = 8, 8
		case TimeWord:
			n.fixed, n.least, n.tail = 8, 8, true
		case TimeGo:
			n.fixed, n.least = 15, 15
		case TimeRFC3339:
			n.fixed, n.tail, n.least = f.Length.Bytes, true, f.Length.Bytes
		case TimeLocalNano:
			n.tail, n.least = true, 1
		}
	case opStruct:
		for _, c := range n.fields {
			first(c.node)
			n.fixed += c.node.fixed
			n.tail = n.tail || c.node.tail
			n.least += c.node.least
		}
		if n.framed {
			n.fixed, n.tail, n.least = 0, true, 1
		}
	}
	n.leastBits = p.leastBits(n)
	return later
}

// leastBits returns the fewest bits that a value of n takes.
func (p *plan) leastBits(n *node) int {
	switch n.op {
	case opBool, opPointer:
		if p.format.bits() {
			return 1
		}
	case opBytes, opList, opMap:
		if p.format.Nil == NilBit && n.typ.Kind != typemodel.Array {
			return 1
		}
		if n.typ.Kind == typemodel.Array && n.elem != nil {
			return 8 + n.typ.Len*n.elem.leastBits
		}
	case opArray:
		return n.typ.Len * n.elem.leastBits
	case opValue, opCarried:
		return n.elem.leastBits
	case opStruct:
		if n.framed {
			return 8
		}
		sum := 0
		for _, f := range n.fields {
			sum += f.node.leastBits
		}
		return sum
	}
	return 8 * n.least
}

// properties fills in what depends on everything that a node leads to, and
// decides which structs have functions of their own.
func (p *plan) properties() {
	all := p.reachable(p.root)
	for _, n := range all {
		for _, m := range p.reachable(n) {
			m.merges = m.op == opMap && p.merges(m.key)
			own := m.maxLen > 0 || m.op == opValue || m.op == opMarshaler || m.op == opCarried || m.op == opInterface ||
				m.op == opTime && (p.format.Time == TimeGo || p.format.Time == TimeRFC3339) || m.recursive || m.merges
			n.tries = n.tries || own
			n.fails = n.fails || own || m.op == opTime && p.format.Time.limited() || m.narrows()
		}
	}
	circles := shape.Circles(all, (*node).parts)
	for _, n := range all {
		n.circular = (n.op == opList || n.op == opMap) && circles[n]
		p.circles = p.circles || n.circular
		for _, impl := range n.impls {
			impl.oneOf = true
		}
		n.neighbours()
		for _, m := range p.reachable(n) {
			uneven := m.op == opMarshaler || m.op == opCarried || m.recursive || m.op == opInterface || m.op == opMap && (m.key.tail || m.elem.tail || m.key.tries || m.elem.tries || m.merges)
			n.walks = n.walks || uneven && !p.format.bits()
		}
		n.function = n.op == opStruct && (n.recursive || !n.small() && (n.tail || !n.tries) && (n.users > 1 || p.named(n.typ)) && !n.once()) ||
			n.op == opInterface && p.spells(n.typ) && (n.recursive || n.dynamic() || n.users > 1 && !n.typ.Name.IsZero())
	}
	p.root.function = true
	structs := 0
	for _, n := range all {
		if n.function {
			structs++
		}
	}
	p.large = structs > manyStructs
	p.apart = !p.large && p.fewTexts(all)
	for _, n := range all { // the depth must not be lost on the way around
		n.recursive = n.recursive || n.function && circles[n]
	}
}

// fewPlaces is in how many places strings share copies of their own: where they are in more, a copy of all
// takes less time, though it has what is between them.
const fewPlaces = 2

// fewTexts reports whether strings among all are in few places beside lists of what has one length, or the
// slices of bytes of the root, which may be most of a message.
func (p *plan) fewTexts(all []*node) bool {
	places, others := 0, 0
	for _, n := range all {
		if n.op == opList && !n.isArray() && !n.elem.tail && n.elem.fixed > 1 {
			others++
		}
		if n.key != nil && n.key.op == opString || n.elem != nil && n.elem.op == opString {
			places++
		}
		beside := false // of another string
		for _, f := range n.fields {
			if n == p.root && f.node.op == opBytes && !f.node.isArray() {
				others++
			}
			if f.node.op == opString && !beside {
				places++
			}
			if f.node.tail {
				beside = f.node.op == opString
			}
		}
	}
	return others > 0 && places <= fewPlaces
}

// nearBytes is how many bytes may stand between slices of bytes that share a copy: beside
// scripts of 25 bytes eight are little, beside names of nine eighteen are too many.
const nearBytes = 8

// neighbours marks the slices of bytes below n that stand beside others in the encoding:
// elements of a list, or all that is in its elements beside a few bytes, and fields with
// nothing between them but what has one length.
func (n *node) neighbours() {
	bytesOf := func(n *node) *node {
		if n.op == opList {
			n = n.elem
		}
		if n.op != opBytes || n.isArray() || !n.typ.Elem.Name.IsZero() {
			return nil
		}
		return n
	}
	if n.op == opList {
		elem := n.elem
		if elem.op == opPointer {
			elem = elem.elem
		}
		tails := slices.DeleteFunc(slices.Clone(elem.fields), func(f field) bool { return !f.node.tail })
		if len(tails) == 1 && elem.fixed <= nearBytes {
			elem = tails[0].node
		}
		if b := bytesOf(elem); b != nil {
			b.near = true
		}
	}
	var before *node
	for _, f := range n.fields {
		if !f.node.tail {
			continue
		}
		b := bytesOf(f.node)
		if b != nil && before != nil {
			b.near, before.near = true, true
		}
		before = b
	}
}

// manyStructs is how many structs are read with inline code for their strings and
// lists. Of more, what repeats is a call everywhere, as in structs with many of
// them: less code is read, and kept in the processor's caches.
const manyStructs = 32

// onceFields is how many fields, elements and their fields a struct has that is
// written out in the only place where it stands.
const onceFields = 40

// once reports whether a struct stands in one place, as a field or an element, and is
// not large: calls would take longer, and more code, than what they do.
func (n *node) once() bool {
	if n.users+n.nests != 1 || n.users == 1 && n.brief() {
		return false
	}
	left := onceFields
	var visit func(n *node) bool
	visit = func(n *node) bool {
		if n.recursive || n.framed || n.op == opInterface {
			return false
		}
		if left--; left < 0 {
			return false
		}
		return !slices.ContainsFunc(n.parts(), func(part *node) bool { return !visit(part) })
	}
	return visit(n)
}

// brief reports whether a struct has strings, and beside them fixed parts alone: its own
// function writes all of it at once.
func (n *node) brief() bool {
	texts, others := 0, 0
	var visit func(n *node)
	visit = func(n *node) {
		for _, f := range n.fields {
			switch {
			case f.node.op == opString:
				texts++
			case f.node.op == opStruct:
				visit(f.node)
			case f.node.tail && f.node.op != opTime:
				others++
			}
		}
	}
	visit(n)
	return texts > 0 && texts <= manyTexts && others == 0
}

// smallFields is how many plain fields a struct of fixed length has that is
// written out wherever it stands.
const smallFields = 8

// small reports whether a struct needs no functions: one with a single plain
// field, or a few of fixed length.
func (n *node) small() bool {
	plain, level := n.plain()
	return plain && level == 1 || plain && n.nests == 0
}

// plain reports whether a struct is a single plain field, or a few of fixed
// length, and how deep structs nest in it: once or twice.
func (n *node) plain() (ok bool, level int) {
	leaves := 0
	level = 1
	var visit func(n *node, depth int) bool
	visit = func(n *node, depth int) bool {
		level = max(level, depth)
		for _, f := range n.fields {
			switch f.node.op {
			case opNumber, opBool, opByteArray, opTime, opString, opBytes:
				leaves++
				if (f.node.tail || f.node.tries) && (depth > 1 || len(n.fields) > 1) {
					return false
				}
			case opStruct:
				if f.name == "" || f.node.framed || !visit(f.node, depth+1) {
					return false
				}
			default:
				return false
			}
		}
		return true
	}
	ok = !n.framed && visit(n, 1) && leaves <= smallFields && level <= 2
	return ok, level
}

// inline reports whether an element that is a struct is written out where it
// stands.
func (n *node) inline() bool {
	if n.op != opStruct {
		return false
	}
	plain, _ := n.plain()
	return !n.function || plain && !n.recursive
}

// merges reports whether two values of n, the key of a map, may be one on the
// wire: they differ in what is not written, such as the zone of a time.
func (p *plan) merges(n *node) bool {
	return p.holds(n, opTime) || p.holds(n, opCarried) || p.holds(n, opMarshaler)
}

// holds reports whether n, or what is below it, is op.
func (p *plan) holds(n *node, op op) bool {
	return slices.ContainsFunc(p.reachable(n), func(n *node) bool { return n.op == op })
}

// narrows reports whether n is an integer with fewer bytes on the wire than in
// memory.
func (n *node) narrows() bool {
	return n.op == opNumber && n.typ.Kind.IsInteger() && n.num.Bytes > 0 && 8*n.num.Bytes < n.typ.Kind.Bits()
}

// sized reports whether the size of the root is told before it is written: where
// that walks no map, calls no code of the user's, and comes to an end.
func (p *plan) sized() bool { return !p.root.walks && !p.format.bits() }

// named reports whether t is a struct type with a name that code of the package
// can write down.
func (p *plan) named(t *typemodel.Type) bool { return !t.Name.IsZero() && p.spells(t) }

// spells reports whether code of the package can write down the type t.
func (p *plan) spells(t *typemodel.Type) bool { return shape.Spells(t, p.pkg) }

// count returns how many nodes of a value are of a kind: 0, 1, or 2 and more.
func (p *plan) count(kind func(*node) bool) (sum int) {
	for _, n := range p.reachable(p.root) {
		switch n.op {
		case opList, opArray, opMap, opPointer, opValue, opInterface, opCarried: // several, perhaps
			for _, part := range n.parts() {
				if slices.ContainsFunc(p.reachable(part), kind) {
					return 2
				}
			}
		}
		if kind(n) {
			sum++
		}
	}
	return sum
}

// shortCounts reports whether encodings have counts of 32 bits.
func (p *plan) shortCounts() bool {
	return (p.format.Length.Bytes == 4 || p.format.Length.Short) && slices.ContainsFunc(p.reachable(p.root), func(n *node) bool {
		return n.typ.Kind != typemodel.Array && (n.op == opString || n.op == opBytes || n.op == opList || n.op == opMap)
	})
}

// unorderedKey returns a type of map keys that Go has no order for, if any.
func (p *plan) unorderedKey() *typemodel.Type {
	for _, n := range p.reachable(p.root) {
		if n.op != opMap {
			continue
		}
		if k := n.key.typ.Kind; !k.IsInteger() && !k.IsFloat() && k != typemodel.String {
			return n.key.typ
		}
	}
	return nil
}

// reachable returns n and all nodes below it.
func (p *plan) reachable(n *node) []*node {
	var list []*node
	p.passes++
	var visit func(*node)
	visit = func(n *node) {
		if n == nil || n.pass == p.passes {
			return
		}
		n.pass = p.passes
		list = append(list, n)
		for _, part := range n.parts() {
			visit(part)
		}
	}
	visit(n)
	return list
}

// leaf reports whether values of n are numbers, texts, bytes and times, and structs and
// arrays of those: nothing that may be as large as a message is behind them.
func (p *plan) leaf(n *node) bool {
	return !slices.ContainsFunc(p.reachable(n), func(n *node) bool {
		switch n.op {
		case opNumber, opBool, opString, opBytes, opByteArray, opTime, opZone, opStruct, opArray:
			return n.framed
		}
		return true
	})
}

// parts returns the nodes right below n.
func (n *node) parts() []*node {
	var list []*node
	for _, part := range []*node{n.key, n.elem} {
		if part != nil {
			list = append(list, part)
		}
	}
	for _, f := range n.fields {
		list = append(list, f.node)
	}
	return append(list, n.impls...)
}

// isArray reports whether the count of n is its type's.
func (n *node) isArray() bool { return n.typ.Kind == typemodel.Array }

func padded(n, multiple int) int {
	if multiple == 0 {
		return n
	}
	return (n + multiple - 1) / multiple * multiple
}

// flatten returns the parts of n, at the place lv, in the order of the wire:
// structs by their fields. With FixedFirst, the fixed parts are written for all
// of the list before the tails are.
func (p *plan) flatten(n *node, lv lvalue, path string) []item {
	switch {
	case n.op == opTime && n.zone:
		zone := &node{op: opZone, typ: n.typ, tail: true, least: 1}
		return []item{{n, lv, path}, {zone, lv, path}}
	case n.op != opStruct:
		return []item{{n, lv, path}}
	case n.framed:
		frame := &node{op: opFramed, typ: n.typ, fields: n.fields, tail: true, least: 1, walks: n.walks, fails: n.fails, tries: n.tries}
		return []item{{frame, lv, path}}
	}
	var list []item
	for _, f := range n.fields {
		list = append(list, p.fieldItems(f, lv, path)...)
	}
	return list
}

// fieldItems returns the items of one field of the struct at lv.
func (p *plan) fieldItems(f field, lv lvalue, path string) []item {
	if f.name == "" {
		return p.flatten(f.node, lv, path)
	}
	lv, path = lv.field(f.name), typemodel.FieldPath(path, f.name)
	if n := f.node; n.function {
		call := called(n)
		call.nested = n.op == opStruct
		if p.format.FixedFirst && !n.framed && n.op == opStruct {
			call.fixed = n.fixed
		}
		return []item{{call, lv, path}}
	}
	return p.flatten(f.node, lv, path)
}

// elemItems is flatten for an element: what has functions of its own is one item.
func (p *plan) elemItems(n *node, lv lvalue, path string) []item {
	if n.function && !n.inline() {
		return []item{{called(n), lv, path}}
	}
	return p.flatten(n, lv, path)
}

// called returns the node that stands for n where its functions are called.
func called(n *node) *node {
	c := &node{op: opCall, typ: n.typ, elem: n, tail: n.tail, least: n.least, walks: n.walks, fails: n.fails, tries: n.tries}
	if !n.tail {
		c.fixed = n.fixed
	}
	return c
}

// split reports whether the fixed part of n is written, somewhere, apart from
// its tails.
func (p *plan) split(n *node) bool {
	return p.format.FixedFirst && n.op == opStruct && !n.framed && n.tail && n.fixed > 0 && n.nests > 0
}
