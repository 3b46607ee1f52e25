package status

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"github.com/assay-go/assay/workload"
)

// texts are such as need escapes, such as need none, and such as lie beyond ASCII.
var texts = []string{
	"Just setting up my feed. Coffee, code & a long list of things to do before the weekend",
	"Generated code beats reflection every time — measure before you believe it http://t.co/abc123XYZ",
	"新しい部屋に引っ越した\n\n窓から川が見える\n駅まで歩いて十分\n近くに小さなパン屋があって、朝早くから焼きたての匂いがする🥐✨✨",
	"If x < 10 && y > 20 then \"quote\" the whole thing, or else",
	"Breaking: the city council has approved the new budget for public transport with a 7-2 vote on Tuesday night.",
	"¿Quién dijo que los lunes eran malos? Feliz semana a todos los que me leen, abrazos desde Bogotá",
	"Watching the game tonight with friends, what a match so far! #football #live",
	"ok",
	"The quick brown fox jumps over the lazy dog. The quick brown fox jumps over the lazy dog. The quick brown fox jumps!!",
	"雨がやんだら散歩に行こう。本も返さないと",
}

var descriptions = []string{
	"Software engineer, father, amateur astronomer. Opinions are my own.",
	"写真と旅とコーヒー。週末はだいたい山にいます（返信は遅め）",
	"",
	"News & analysis, 24/7. Tips: tips@example.com",
	"writer / runner / coffee drinker / they said \"why not\"",
}

// Values returns statuses of 3 kB of JSON on average. A sixth of them repeat
// another one, as a whole.
func Values(o workload.Options) ([]Status, error) {
	n := o.Count
	if n == 0 {
		n = Workload.Count
	}
	m := maker{rand.New(rand.NewPCG(o.Seed, 0x73746174))}
	list := make([]Status, n)
	for i := range list {
		list[i] = m.status(m.IntN(6) == 0)
	}
	return list, nil
}

// maker draws values.
type maker struct{ *rand.Rand }

func (m maker) pick(list ...string) string { return list[m.IntN(len(list))] }

func (m maker) hex(n int) string { return fmt.Sprintf("%016x%016x", m.Uint64(), m.Uint64())[:n] }

// rarely is true for one in eight: no member has its zero value everywhere,
// since nobody would notice then whether it is carried.
func (m maker) rarely() bool { return m.IntN(8) == 0 }

func (m maker) indices() []int64 {
	from := m.Int64N(100)
	return []int64{from, from + 1 + m.Int64N(22)}
}

func (m maker) status(repeats bool) Status {
	id := 505874924095815681 + m.Int64N(1<<50)
	at := time.Date(2014, 8, 31, 0, 29, 15, 0, time.UTC).Add(time.Duration(m.Int64N(1e17)))
	s := Status{
		CreatedAt:     at.Format("Mon Jan 02 15:04:05 -0700 2006"),
		ID:            id,
		IDStr:         fmt.Sprint(id),
		Text:          m.pick(texts...),
		Source:        `<a href="http://client.example.com/download/phone" rel="nofollow">Client for phones</a>`,
		User:          m.user(),
		RetweetCount:  m.Int64N(1000),
		FavoriteCount: m.Int64N(100),
		Lang:          m.pick("ja", "en", "es"),
		Truncated:     m.rarely(),
		Favorited:     m.rarely(),
		Retweeted:     m.rarely(),
		Metadata:      map[string]string{"result_type": "recent", "iso_language_code": "ja"},
		IndexedAt:     at.Add(time.Duration(m.Int64N(1e9))),
		Score:         m.Float64() * 100,
		Entities: Entities{
			Hashtags: []Hashtag{}, Symbols: []Hashtag{}, Urls: []URL{}, UserMentions: []UserMention{},
		},
	}
	if m.IntN(3) == 0 {
		s.InReplyToStatusID, s.InReplyToStatusIDStr = number(id - 1000)
		s.InReplyToUserID, s.InReplyToUserIDStr = number(s.User.ID + 1)
		s.InReplyToScreenName = pointer("river_view")
	}
	for range m.IntN(3) {
		s.Entities.Hashtags = append(s.Entities.Hashtags, Hashtag{m.pick("golang", "football", "写真好きな人と繋がりたい", "live"), m.indices()})
	}
	for range m.IntN(2) {
		s.Entities.Urls = append(s.Entities.Urls, m.url())
	}
	for range m.IntN(3) {
		id := m.Int64N(1 << 31)
		s.Entities.UserMentions = append(s.Entities.UserMentions, UserMention{"river_view", "川辺の窓", id, fmt.Sprint(id), m.indices()})
	}
	if m.IntN(4) == 0 {
		s.Entities.Media = []Media{m.media(id + 7)}
		s.PossiblySensitive = m.IntN(2) == 0
	}
	if m.IntN(8) == 0 {
		s.Coordinates = &Coordinates{"Point", []float64{m.Float64()*360 - 180, float64(m.IntN(1800000)-900000) / 10000}}
		s.Place = &Place{m.hex(16), "Bogotá", "Bogotá, Colombia", "CO", "Colombia"}
	}
	if m.rarely() {
		s.QuotedStatusID, s.QuotedStatusIDStr = id-2000, fmt.Sprint(id-2000)
		s.Contributors = []int64{s.User.ID}
		s.FilterLevel = "medium"
		s.Entities.Symbols = append(s.Entities.Symbols, Hashtag{"GO", m.indices()})
	}
	if repeats {
		s.RetweetedStatus = pointer(m.status(false))
		s.Text = "RT @" + s.RetweetedStatus.User.ScreenName + ": " + s.RetweetedStatus.Text
	}
	return s
}

func pointer[T any](v T) *T { return &v }

// number returns what is written as a number and as text.
func number(id int64) (*int64, *string) { return &id, pointer(fmt.Sprint(id)) }

func (m maker) media(id int64) Media {
	u := m.url()
	return Media{
		ID: id, IDStr: fmt.Sprint(id), Indices: u.Indices,
		MediaURL:      "http://img.example.com/media/" + m.hex(15) + ".jpg",
		MediaURLHTTPS: "https://img.example.com/media/" + m.hex(15) + ".jpg",
		URL:           u.URL, DisplayURL: u.DisplayURL, ExpandedURL: u.ExpandedURL, Type: "photo",
		Sizes: map[string]Size{"thumb": {150, 150, "crop"}, "small": {340, 255, "fit"}, "medium": {600, 450, "fit"}, "large": {1024, 768, "fit"}},
	}
}

func (m maker) url() URL {
	x := m.hex(10)
	return URL{"http://t.co/" + x, "http://www.example.com/articles/2014/" + x + "?a=1&b=2", "example.com/articles/2…", m.indices()}
}

func (m maker) user() User {
	id := m.Int64N(1 << 31)
	u := User{
		ID: id, IDStr: fmt.Sprint(id), Name: m.pick("Harriet", "John Smith", "川辺の窓", "María José"),
		ScreenName: strings.ToLower(m.hex(6 + m.IntN(9))), Location: m.pick("", "Tokyo, Japan", "Bogotá", "San Francisco, CA"),
		Description: m.pick(descriptions...), FollowersCount: m.Int64N(100000), FriendsCount: m.Int64N(2000), ListedCount: m.Int64N(100),
		CreatedAt: "Thu Dec 26 11:50:57 +0000 2013", FavouritesCount: m.Int64N(3000), GeoEnabled: m.IntN(2) == 0, Verified: m.IntN(10) == 0,
		StatusesCount: m.Int64N(50000), Lang: "ja", ProfileBackgroundColor: m.hex(6),
		ProfileBackgroundImageURL: "http://static.example.com/images/themes/theme1/bg.png",
		ProfileImageURL:           "http://img.example.com/profile_images/" + fmt.Sprint(m.Uint64()>>2) + "/" + m.hex(8) + "_normal.jpeg",
		ProfileLinkColor:          m.hex(6), ProfileTextColor: "333333", ProfileUseBackgroundImage: !m.rarely(), DefaultProfile: m.IntN(2) == 0,
		Protected: m.rarely(), ContributorsEnabled: m.rarely(), IsTranslator: m.rarely(), IsTranslationEnabled: m.rarely(),
		ProfileBackgroundTile: m.rarely(), DefaultProfileImage: m.rarely(), Following: m.rarely(), FollowRequestSent: m.rarely(), Notifications: m.rarely(),
		Entities: UserEntities{Urls{[]URL{}}},
	}
	if m.IntN(2) == 0 {
		u.ProfileBannerURL = "https://img.example.com/profile_banners/" + fmt.Sprint(id) + "/1409318784"
	}
	if m.IntN(3) == 0 {
		u.URL = pointer("http://t.co/" + m.hex(10))
		u.UTCOffset = pointer(int64(-25200))
		u.TimeZone = pointer("Pacific Time (US & Canada)")
		u.Entities.Description.Urls = append(u.Entities.Description.Urls, m.url())
	}
	return u
}
