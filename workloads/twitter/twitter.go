// Package twitter is a page of a search on Twitter, the document by which the
// JSON world measures what an API answers.
//
// Unstable: names may change in a minor version.
package twitter

import "github.com/assay-go/assay/workload"

// Workload describes the workload.
var Workload = workload.Workload{
	Name:  "twitter",
	Doc:   "Corpus twitter_status: a search for Japanese tweets, 100 statuses and 73 they repeat, 467 kB and 165 kB of indentation.",
	Type:  "Search",
	Count: 1,
	JSON:  true,
	Corpus: &workload.Corpus{
		File:   "internal/jsontest/testdata/twitter_status.json.gz",
		SHA256: "a08b769f32b95f426cbc3abafcec65c1a19d3eb544d4ddf320eae142c99efc5d",
	},
	Layout: func(text []byte) []byte { return workload.Indent(text, "  ") },
}

// Search is the answer to a search.
type Search struct {
	Statuses       []Status       `json:"statuses"`
	SearchMetadata SearchMetadata `json:"search_metadata"`
}

// SearchMetadata is what was searched for.
type SearchMetadata struct {
	CompletedIn float64 `json:"completed_in"` // seconds
	MaxID       int64   `json:"max_id"`
	MaxIDStr    string  `json:"max_id_str"`
	NextResults string  `json:"next_results"`
	Query       string  `json:"query"`
	RefreshURL  string  `json:"refresh_url"`
	Count       int64   `json:"count"`
	SinceID     int64   `json:"since_id"`
	SinceIDStr  string  `json:"since_id_str"`
}

// Status is a tweet. What is a pointer may be null, or is left out where it says so.
// Nobody was anywhere: the place and the coordinates are always null.
type Status struct {
	Metadata             Metadata `json:"metadata"`
	CreatedAt            string   `json:"created_at"`
	ID                   int64    `json:"id"`
	IDStr                string   `json:"id_str"`
	Text                 string   `json:"text"`
	Source               string   `json:"source"`
	Truncated            bool     `json:"truncated"`
	InReplyToStatusID    *int64   `json:"in_reply_to_status_id"`
	InReplyToStatusIDStr *string  `json:"in_reply_to_status_id_str"`
	InReplyToUserID      *int64   `json:"in_reply_to_user_id"`
	InReplyToUserIDStr   *string  `json:"in_reply_to_user_id_str"`
	InReplyToScreenName  *string  `json:"in_reply_to_screen_name"`
	User                 User     `json:"user"`
	Geo                  *Point   `json:"geo"`
	Coordinates          *Point   `json:"coordinates"`
	Place                *Place   `json:"place"`
	Contributors         []int64  `json:"contributors"`
	RetweetedStatus      *Status  `json:"retweeted_status,omitempty"`
	RetweetCount         int64    `json:"retweet_count"`
	FavoriteCount        int64    `json:"favorite_count"`
	Entities             Entities `json:"entities"`
	Favorited            bool     `json:"favorited"`
	Retweeted            bool     `json:"retweeted"`
	PossiblySensitive    *bool    `json:"possibly_sensitive,omitempty"`
	Lang                 string   `json:"lang"`
}

// Metadata is why a status was found.
type Metadata struct {
	ResultType      string `json:"result_type"`
	IsoLanguageCode string `json:"iso_language_code"`
}

// Point is a place on earth, in degrees.
type Point struct {
	Type        string    `json:"type"`
	Coordinates []float64 `json:"coordinates"`
}

// Place is a place with a name.
type Place struct {
	ID      string `json:"id"`
	Name    string `json:"name"`
	Country string `json:"country"`
}

// User is who wrote a status.
type User struct {
	ID                             int64        `json:"id"`
	IDStr                          string       `json:"id_str"`
	Name                           string       `json:"name"`
	ScreenName                     string       `json:"screen_name"`
	Location                       string       `json:"location"`
	Description                    string       `json:"description"`
	URL                            *string      `json:"url"`
	Entities                       UserEntities `json:"entities"`
	Protected                      bool         `json:"protected"`
	FollowersCount                 int64        `json:"followers_count"`
	FriendsCount                   int64        `json:"friends_count"`
	ListedCount                    int64        `json:"listed_count"`
	CreatedAt                      string       `json:"created_at"`
	FavouritesCount                int64        `json:"favourites_count"`
	UtcOffset                      *int64       `json:"utc_offset"` // seconds
	TimeZone                       *string      `json:"time_zone"`
	GeoEnabled                     bool         `json:"geo_enabled"`
	Verified                       bool         `json:"verified"`
	StatusesCount                  int64        `json:"statuses_count"`
	Lang                           string       `json:"lang"`
	ContributorsEnabled            bool         `json:"contributors_enabled"`
	IsTranslator                   bool         `json:"is_translator"`
	IsTranslationEnabled           bool         `json:"is_translation_enabled"`
	ProfileBackgroundColor         string       `json:"profile_background_color"`
	ProfileBackgroundImageURL      string       `json:"profile_background_image_url"`
	ProfileBackgroundImageURLHTTPS string       `json:"profile_background_image_url_https"`
	ProfileBackgroundTile          bool         `json:"profile_background_tile"`
	ProfileImageURL                string       `json:"profile_image_url"`
	ProfileImageURLHTTPS           string       `json:"profile_image_url_https"`
	ProfileBannerURL               string       `json:"profile_banner_url,omitempty"`
	ProfileLinkColor               string       `json:"profile_link_color"`
	ProfileSidebarBorderColor      string       `json:"profile_sidebar_border_color"`
	ProfileSidebarFillColor        string       `json:"profile_sidebar_fill_color"`
	ProfileTextColor               string       `json:"profile_text_color"`
	ProfileUseBackgroundImage      bool         `json:"profile_use_background_image"`
	DefaultProfile                 bool         `json:"default_profile"`
	DefaultProfileImage            bool         `json:"default_profile_image"`
	Following                      bool         `json:"following"`
	FollowRequestSent              bool         `json:"follow_request_sent"`
	Notifications                  bool         `json:"notifications"`
}

// UserEntities are the links of a user.
type UserEntities struct {
	URL         *URLs `json:"url,omitempty"`
	Description URLs  `json:"description"`
}

// URLs are the links of a text.
type URLs struct {
	URLs []URL `json:"urls"`
}

// URL is a link, and where in a text it stands.
type URL struct {
	URL         string  `json:"url"`
	ExpandedURL string  `json:"expanded_url"`
	DisplayURL  string  `json:"display_url"`
	Indices     []int64 `json:"indices"`
}

// Entities are what a status has besides text.
type Entities struct {
	Hashtags     []Hashtag     `json:"hashtags"`
	Symbols      []Hashtag     `json:"symbols"`
	URLs         []URL         `json:"urls"`
	UserMentions []UserMention `json:"user_mentions"`
	Media        []Media       `json:"media,omitempty"`
}

// Hashtag is a word to search for.
type Hashtag struct {
	Text    string  `json:"text"`
	Indices []int64 `json:"indices"`
}

// UserMention is a user whom a status names.
type UserMention struct {
	ScreenName string  `json:"screen_name"`
	Name       string  `json:"name"`
	ID         int64   `json:"id"`
	IDStr      string  `json:"id_str"`
	Indices    []int64 `json:"indices"`
}

// Media is an image.
type Media struct {
	ID                int64   `json:"id"`
	IDStr             string  `json:"id_str"`
	Indices           []int64 `json:"indices"`
	MediaURL          string  `json:"media_url"`
	MediaURLHTTPS     string  `json:"media_url_https"`
	URL               string  `json:"url"`
	DisplayURL        string  `json:"display_url"`
	ExpandedURL       string  `json:"expanded_url"`
	Type              string  `json:"type"`
	Sizes             Sizes   `json:"sizes"`
	SourceStatusID    int64   `json:"source_status_id,omitempty"`
	SourceStatusIDStr string  `json:"source_status_id_str,omitempty"`
}

// Sizes are those that an image can be had in.
type Sizes struct {
	Medium Size `json:"medium"`
	Small  Size `json:"small"`
	Thumb  Size `json:"thumb"`
	Large  Size `json:"large"`
}

// Size is that of an image, in pixels.
type Size struct {
	W      int64  `json:"w"`
	H      int64  `json:"h"`
	Resize string `json:"resize"`
}

// Values returns the answer.
func Values(o workload.Options) ([]Search, error) {
	return workload.DecodeCorpus[Search](Workload, o)
}
