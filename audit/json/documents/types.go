package documents

import "time"

// The tag "make" says what [make] puts into a field: the kind of text or number, the
// number of elements (n=2..5), how often it is left out (nil=30, in percent).

// Event is what a webhook sends.
type Event struct {
	ID      string `json:"id" make:"uuid"`
	Type    string `json:"type" make:"enum"`
	Created int64  `json:"created" make:"unix"`
	Live    bool   `json:"livemode"`
	Actor   string `json:"actor" make:"word"`
	Pending int    `json:"pending_webhooks" make:"small"`
}

// Account is one answer of an API.
type Account struct {
	ID       int64     `json:"id" make:"id"`
	Login    string    `json:"login" make:"word"`
	Name     string    `json:"name" make:"name"`
	Email    *string   `json:"email,omitempty" make:"word nil=30"`
	Avatar   string    `json:"avatar_url" make:"url"`
	Created  time.Time `json:"created_at"`
	Score    float64   `json:"score" make:"money"`
	Verified bool      `json:"verified"`
	Roles    []string  `json:"roles" make:"enum n=1..4"`
	Address  Address   `json:"address"`
}

type Address struct {
	Street  string `json:"street" make:"name"`
	City    string `json:"city" make:"word"`
	Zip     string `json:"zip" make:"digits"`
	Country string `json:"country" make:"enum"`
	Geo     *Point `json:"geo" make:"nil=20"`
}

type Point struct {
	Lat float64 `json:"lat" make:"coordinate"`
	Lon float64 `json:"lon" make:"coordinate"`
}

// Products is a page of a list.
type Products struct {
	Data  []Product `json:"data" make:"n=40..40"`
	Total int       `json:"total" make:"int"`
	Page  int       `json:"page" make:"small"`
	Next  string    `json:"next" make:"url"`
}

type Product struct {
	ID          string            `json:"id" make:"uuid"`
	SKU         string            `json:"sku" make:"digits"`
	Title       string            `json:"title" make:"name"`
	Description string            `json:"description" make:"sentence"`
	Price       Price             `json:"price"`
	Stock       int               `json:"stock" make:"small"`
	Tags        []string          `json:"tags" make:"word n=0..6"`
	Images      []Image           `json:"images" make:"n=1..3"`
	Attributes  map[string]string `json:"attributes" make:"word n=2..5"`
	Rating      float64           `json:"rating" make:"tenths"`
	Available   bool              `json:"available"`
	Updated     time.Time         `json:"updated"`
}

type Price struct {
	Amount   float64  `json:"amount" make:"money"`
	Currency string   `json:"currency" make:"enum"`
	Discount *float64 `json:"discount,omitempty" make:"money nil=60"`
}

type Image struct {
	URL    string `json:"url" make:"url"`
	Width  int    `json:"width" make:"pixels"`
	Height int    `json:"height" make:"pixels"`
}

// Issues are those of a repository: many addresses, few numbers.
type Issues []Issue

type Issue struct {
	URL       string   `json:"url" make:"url"`
	Labels    string   `json:"labels_url" make:"url"`
	Comments  string   `json:"comments_url" make:"url"`
	Events    string   `json:"events_url" make:"url"`
	HTML      string   `json:"html_url" make:"url"`
	ID        int      `json:"id" make:"id"`
	NodeID    string   `json:"node_id" make:"uuid"`
	Number    int      `json:"number" make:"int"`
	Title     string   `json:"title" make:"name"`
	User      User     `json:"user"`
	Labelled  []Label  `json:"labels" make:"n=0..4"`
	State     string   `json:"state" make:"enum"`
	Locked    bool     `json:"locked"`
	Assignee  *User    `json:"assignee" make:"nil=60"`
	Count     int      `json:"comments" make:"small"`
	CreatedAt string   `json:"created_at" make:"time"`
	UpdatedAt string   `json:"updated_at" make:"time"`
	ClosedAt  *string  `json:"closed_at" make:"time nil=50"`
	Body      string   `json:"body" make:"markdown"`
	Reactions *Reacted `json:"reactions,omitempty" make:"nil=40"`
}

type User struct {
	Login     string `json:"login" make:"word"`
	ID        int    `json:"id" make:"id"`
	NodeID    string `json:"node_id" make:"uuid"`
	AvatarURL string `json:"avatar_url" make:"url"`
	URL       string `json:"url" make:"url"`
	HTMLURL   string `json:"html_url" make:"url"`
	Followers string `json:"followers_url" make:"url"`
	Type      string `json:"type" make:"enum"`
	SiteAdmin bool   `json:"site_admin"`
}

type Label struct {
	ID      int     `json:"id" make:"id"`
	Name    string  `json:"name" make:"word"`
	Color   string  `json:"color" make:"digits"`
	Default bool    `json:"default"`
	Text    *string `json:"description" make:"sentence nil=50"`
}

type Reacted struct {
	PlusOne  int `json:"+1" make:"small"`
	MinusOne int `json:"-1" make:"small"`
	Laugh    int `json:"laugh" make:"small"`
	Heart    int `json:"heart" make:"small"`
	Eyes     int `json:"eyes" make:"small"`
}

// Logs are lines of a structured log.
type Logs []Line

type Line struct {
	Time     string            `json:"ts" make:"time"`
	Level    string            `json:"level" make:"enum"`
	Logger   string            `json:"logger" make:"word"`
	Message  string            `json:"msg" make:"sentence"`
	Request  string            `json:"request_id" make:"uuid"`
	Status   int               `json:"status" make:"status"`
	Duration float64           `json:"duration_ms" make:"thousandths"`
	Bytes    int64             `json:"bytes" make:"int"`
	Fields   map[string]string `json:"fields,omitempty" make:"word n=0..4"`
	Error    string            `json:"error,omitempty" make:"markdown nil=80"`
}

// Features is GeoJSON with areas.
type Features struct {
	Type     string    `json:"type" make:"enum"`
	Features []Feature `json:"features" make:"n=20..20"`
}

type Feature struct {
	Type       string     `json:"type" make:"enum"`
	Properties Properties `json:"properties"`
	Geometry   Geometry   `json:"geometry"`
}

type Properties struct {
	Name       string  `json:"name" make:"name"`
	Population int     `json:"population" make:"id"`
	Density    float64 `json:"density" make:"money"`
	Code       string  `json:"iso_a2" make:"digits"`
}

type Geometry struct {
	Type        string        `json:"type" make:"enum"`
	Coordinates [][][]float64 `json:"coordinates" make:"coordinate n=1..2 n=60..140 n=2..2"`
}

// Places is GeoJSON with points.
type Places struct {
	Type     string  `json:"type" make:"enum"`
	Features []Place `json:"features" make:"n=150..150"`
}

type Place struct {
	Type     string `json:"type" make:"enum"`
	ID       int    `json:"id" make:"id"`
	Geometry struct {
		Type        string     `json:"type" make:"enum"`
		Coordinates [2]float64 `json:"coordinates" make:"coordinate"`
	} `json:"geometry"`
	Properties struct {
		Title string  `json:"title" make:"name"`
		Mag   float64 `json:"mag" make:"tenths"`
		Time  int64   `json:"time" make:"id"`
		Felt  *int    `json:"felt" make:"small nil=70"`
	} `json:"properties"`
}

// Bundle is of patients and observations as FHIR has them.
type Bundle struct {
	ResourceType string  `json:"resourceType" make:"enum"`
	ID           string  `json:"id" make:"uuid"`
	Type         string  `json:"type" make:"enum"`
	Total        int     `json:"total" make:"small"`
	Entry        []Entry `json:"entry" make:"n=30..30"`
}

type Entry struct {
	FullURL  string   `json:"fullUrl" make:"url"`
	Resource Resource `json:"resource"`
}

type Resource struct {
	ResourceType string      `json:"resourceType" make:"enum"`
	ID           string      `json:"id" make:"uuid"`
	Status       string      `json:"status,omitempty" make:"enum"`
	Identifier   []Coding    `json:"identifier,omitempty" make:"n=0..2"`
	Name         []HumanName `json:"name,omitempty" make:"n=0..2"`
	Gender       string      `json:"gender,omitempty" make:"enum nil=50"`
	BirthDate    string      `json:"birthDate,omitempty" make:"digits nil=50"`
	Code         *Concept    `json:"code,omitempty" make:"nil=30"`
	Category     []Concept   `json:"category,omitempty" make:"n=0..2"`
	Subject      *Reference  `json:"subject,omitempty" make:"nil=30"`
	Effective    string      `json:"effectiveDateTime,omitempty" make:"time nil=30"`
	Value        *Quantity   `json:"valueQuantity,omitempty" make:"nil=40"`
}

type Coding struct {
	System  string `json:"system,omitempty" make:"url"`
	Code    string `json:"code,omitempty" make:"digits"`
	Display string `json:"display,omitempty" make:"name nil=40"`
}

type Concept struct {
	Coding []Coding `json:"coding,omitempty" make:"n=1..2"`
	Text   string   `json:"text,omitempty" make:"name nil=50"`
}

type HumanName struct {
	Use    string   `json:"use,omitempty" make:"enum"`
	Family string   `json:"family,omitempty" make:"word"`
	Given  []string `json:"given,omitempty" make:"word n=1..3"`
}

type Reference struct {
	Reference string `json:"reference,omitempty" make:"uuid"`
	Display   string `json:"display,omitempty" make:"name nil=50"`
}

type Quantity struct {
	Value  float64 `json:"value" make:"money"`
	Unit   string  `json:"unit,omitempty" make:"enum"`
	System string  `json:"system,omitempty" make:"url"`
	Code   string  `json:"code,omitempty" make:"enum"`
}

// Manifest is a package's.
type Manifest struct {
	Name            string            `json:"name" make:"word"`
	Version         string            `json:"version" make:"digits"`
	Private         bool              `json:"private,omitempty"`
	Description     string            `json:"description,omitempty" make:"sentence"`
	Main            string            `json:"main,omitempty" make:"word"`
	Scripts         map[string]string `json:"scripts,omitempty" make:"name n=8..8"`
	Dependencies    map[string]string `json:"dependencies,omitempty" make:"digits n=25..25"`
	DevDependencies map[string]string `json:"devDependencies,omitempty" make:"digits n=15..15"`
	Files           []string          `json:"files,omitempty" make:"word n=3..3"`
	Keywords        []string          `json:"keywords,omitempty" make:"word n=6..6"`
	License         string            `json:"license,omitempty" make:"enum"`
}

// Lock is what a package manager has resolved.
type Lock struct {
	Name     string            `json:"name" make:"word"`
	Version  int               `json:"lockfileVersion" make:"small"`
	Packages map[string]Locked `json:"packages" make:"n=300..300"`
}

type Locked struct {
	Version      string            `json:"version,omitempty" make:"digits"`
	Resolved     string            `json:"resolved,omitempty" make:"url"`
	Integrity    string            `json:"integrity,omitempty" make:"uuid"`
	Dev          bool              `json:"dev,omitempty"`
	Dependencies map[string]string `json:"dependencies,omitempty" make:"digits n=0..5"`
	Engines      *Engines          `json:"engines,omitempty" make:"nil=30"`
}

type Engines struct {
	Node string `json:"node" make:"digits"`
}

// Metrics are time series.
type Metrics struct {
	Status string   `json:"status" make:"enum"`
	Series []Series `json:"series" make:"n=25..25"`
}

type Series struct {
	Metric map[string]string `json:"metric" make:"word n=4..6"`
	Values []Sample          `json:"values" make:"n=60..60"`
}

type Sample struct {
	Time  int64   `json:"t" make:"unix"`
	Value float64 `json:"v" make:"mixed"`
}

// Prices are candles.
type Prices []Candle

type Candle struct {
	Time   int64   `json:"time" make:"unix"`
	Open   float64 `json:"open" make:"money"`
	High   float64 `json:"high" make:"money"`
	Low    float64 `json:"low" make:"money"`
	Close  float64 `json:"close" make:"money"`
	Volume float64 `json:"volume" make:"whole"`
}

// Table has rows of short decimals.
type Table struct {
	Columns []string    `json:"columns" make:"word n=12..12"`
	Rows    [][]float64 `json:"rows" make:"thousandths n=400..400 n=12..12"`
}

// Vectors are embeddings.
type Vectors struct {
	Model   string      `json:"model" make:"word"`
	Vectors [][]float32 `json:"vectors" make:"full n=8..8 n=256..256"`
}

// Measures are floats with all their digits.
type Measures struct {
	Unit   string    `json:"unit" make:"enum"`
	Values []float64 `json:"values" make:"full n=2000..2000"`
}

// Pixels are small integers.
type Pixels struct {
	Width  int     `json:"width" make:"pixels"`
	Height int     `json:"height" make:"pixels"`
	Data   [][]int `json:"data" make:"byte n=64..64 n=64..64"`
}

// Tree is deep.
type Tree struct {
	Name     string  `json:"name" make:"word"`
	Size     int     `json:"size" make:"int"`
	Children []*Tree `json:"children,omitempty" make:"n=1..3"`
}

// Articles have long texts.
type Articles struct {
	Items []Article `json:"items" make:"n=6..6"`
}

type Article struct {
	ID    int    `json:"id" make:"id"`
	Title string `json:"title" make:"name"`
	Body  string `json:"body" make:"prose"`
}

// Japanese, Russian, Escaped and Markup are articles in other scripts, with quotes and
// lines, and with tags.
type Japanese struct {
	Items []struct {
		Title string `json:"title" make:"japanese"`
		Body  string `json:"body" make:"japanese*40"`
	} `json:"items" make:"n=8..8"`
}

type Russian struct {
	Items []struct {
		Title string `json:"title" make:"russian"`
		Body  string `json:"body" make:"russian*20"`
	} `json:"items" make:"n=8..8"`
}

type Escaped struct {
	Items []struct {
		Path string `json:"path" make:"path"`
		Code string `json:"code" make:"code*20"`
	} `json:"items" make:"n=10..10"`
}

type Markup struct {
	Items []struct {
		URL  string `json:"url" make:"url"`
		HTML string `json:"html" make:"html*20"`
	} `json:"items" make:"n=10..10"`
}

// Chat has short texts with emoji.
type Chat struct {
	Channel  string    `json:"channel" make:"word"`
	Messages []Message `json:"messages" make:"n=120..120"`
}

type Message struct {
	ID        int64   `json:"id" make:"id"`
	Author    string  `json:"author" make:"word"`
	Text      string  `json:"text" make:"chat"`
	Sent      string  `json:"sent" make:"time"`
	ReplyTo   *int64  `json:"reply_to" make:"id nil=70"`
	Edited    bool    `json:"edited"`
	Reactions []Emoji `json:"reactions,omitempty" make:"n=0..2"`
}

type Emoji struct {
	Emoji string `json:"emoji" make:"emoji"`
	Count int    `json:"count" make:"small"`
}

// Orders have many enumerations and identifiers.
type Orders []Order

type Order struct {
	ID       string  `json:"id" make:"uuid"`
	Customer string  `json:"customer_id" make:"uuid"`
	Status   string  `json:"status" make:"enum"`
	Channel  string  `json:"channel" make:"enum"`
	Currency string  `json:"currency" make:"enum"`
	Paid     bool    `json:"paid"`
	Shipped  bool    `json:"shipped"`
	Gift     bool    `json:"gift"`
	Items    []Item  `json:"items" make:"n=1..4"`
	Total    float64 `json:"total" make:"money"`
	Tax      float64 `json:"tax" make:"money"`
	Note     string  `json:"note,omitempty" make:"sentence nil=80"`
	Placed   string  `json:"placed_at" make:"time"`
}

type Item struct {
	SKU   string  `json:"sku" make:"digits"`
	Count int     `json:"qty" make:"small"`
	Price float64 `json:"price" make:"money"`
}

// Calendar has times.
type Calendar struct {
	Owner  string        `json:"owner" make:"word"`
	Events []Appointment `json:"events" make:"n=60..60"`
}

type Appointment struct {
	UID      string    `json:"uid" make:"uuid"`
	Summary  string    `json:"summary" make:"name"`
	Start    time.Time `json:"start"`
	End      time.Time `json:"end"`
	Created  time.Time `json:"created"`
	AllDay   bool      `json:"all_day"`
	Invited  []string  `json:"attendees,omitempty" make:"word n=0..5"`
	Reminder *int      `json:"reminder,omitempty" make:"small nil=50"`
}

// Flags has maps of bools and numbers.
type Flags struct {
	Env     string             `json:"env" make:"enum"`
	Enabled map[string]bool    `json:"enabled" make:"n=60..60"`
	Limits  map[string]int     `json:"limits" make:"small n=30..30"`
	Weights map[string]float64 `json:"weights" make:"tenths n=30..30"`
}

// Free has no types of its own.
type Free struct {
	Kind string         `json:"kind" make:"enum"`
	Data map[string]any `json:"data" make:"n=40..40"`
}

// Schema refers to itself by maps.
type Schema struct {
	Type        string             `json:"type,omitempty" make:"enum"`
	Description string             `json:"description,omitempty" make:"sentence nil=50"`
	Properties  map[string]*Schema `json:"properties,omitempty" make:"n=0..6"`
	Items       *Schema            `json:"items,omitempty" make:"nil=70"`
	Required    []string           `json:"required,omitempty" make:"word n=0..3"`
	Minimum     *int               `json:"minimum,omitempty" make:"small nil=80"`
	Nullable    bool               `json:"nullable,omitempty"`
}

// Deployment is a manifest of a cluster.
type Deployment struct {
	APIVersion string `json:"apiVersion" make:"enum"`
	Kind       string `json:"kind" make:"enum"`
	Metadata   Meta   `json:"metadata"`
	Spec       struct {
		Replicas int               `json:"replicas" make:"small"`
		Selector map[string]string `json:"selector" make:"word n=2..2"`
		Template struct {
			Metadata Meta `json:"metadata"`
			Spec     struct {
				Containers []Container `json:"containers" make:"n=3..3"`
				Restart    string      `json:"restartPolicy" make:"enum"`
			} `json:"spec"`
		} `json:"template"`
	} `json:"spec"`
}

type Meta struct {
	Name        string            `json:"name" make:"word"`
	Namespace   string            `json:"namespace,omitempty" make:"word"`
	Labels      map[string]string `json:"labels,omitempty" make:"word n=4..4"`
	Annotations map[string]string `json:"annotations,omitempty" make:"name n=3..3"`
}

type Container struct {
	Name  string   `json:"name" make:"word"`
	Image string   `json:"image" make:"path"`
	Args  []string `json:"args,omitempty" make:"word n=2..5"`
	Env   []struct {
		Name  string `json:"name" make:"word"`
		Value string `json:"value" make:"digits"`
	} `json:"env,omitempty" make:"n=6..6"`
	Ports []struct {
		Port     int    `json:"containerPort" make:"pixels"`
		Protocol string `json:"protocol,omitempty" make:"enum"`
	} `json:"ports,omitempty" make:"n=1..2"`
	Limits map[string]string `json:"limits,omitempty" make:"digits n=2..2"`
}

// Traces are spans of requests.
type Traces struct {
	Resource map[string]string `json:"resource" make:"word n=6..6"`
	Spans    []Span            `json:"spans" make:"n=1200..1200"`
}

type Span struct {
	TraceID    string      `json:"traceId" make:"uuid"`
	SpanID     string      `json:"spanId" make:"digits"`
	ParentID   string      `json:"parentSpanId,omitempty" make:"digits nil=20"`
	Name       string      `json:"name" make:"word"`
	Kind       int         `json:"kind" make:"digit"`
	Start      uint64      `json:"startTimeUnixNano" make:"nano"`
	End        uint64      `json:"endTimeUnixNano" make:"nano"`
	Attributes []Attribute `json:"attributes,omitempty" make:"n=2..6"`
	Status     *struct {
		Code    int    `json:"code" make:"digit"`
		Message string `json:"message,omitempty" make:"sentence nil=70"`
	} `json:"status,omitempty" make:"nil=50"`
}

type Attribute struct {
	Key   string `json:"key" make:"word"`
	Value struct {
		Text  *string  `json:"stringValue,omitempty" make:"word nil=40"`
		Int   *int64   `json:"intValue,omitempty" make:"int nil=70"`
		Float *float64 `json:"doubleValue,omitempty" make:"money nil=80"`
		Bool  *bool    `json:"boolValue,omitempty" make:"nil=80"`
	} `json:"value"`
}

// Attachments are bytes.
type Attachments struct {
	Files []struct {
		Name string `json:"name" make:"word"`
		Type string `json:"type" make:"enum"`
		Data []byte `json:"data" make:"n=500..3000"`
	} `json:"files" make:"n=6..6"`
}
