// Package status is what a social network's API answers most: a status of 65
// members, of which several are often absent or null, with its user and what it
// refers to.
//
// Unstable: names may change in a minor version.
package status

import (
	"time"

	"github.com/assay-go/assay/workload"
)

// Workload describes the workload.
var Workload = workload.Workload{
	Name:  "status",
	Doc:   "A status of a social network, 65 members with long names: text in several scripts, links, counts, nulls, small maps.",
	Type:  "Status",
	Count: 64,
	JSON:  true,
}

// Status is what somebody wrote. What is a pointer may be null, or is left out where it says so.
type Status struct {
	CreatedAt            string            `json:"created_at"`
	ID                   int64             `json:"id"`
	IDStr                string            `json:"id_str"`
	Text                 string            `json:"text"`
	Source               string            `json:"source"`
	Truncated            bool              `json:"truncated"`
	InReplyToStatusID    *int64            `json:"in_reply_to_status_id"`
	InReplyToStatusIDStr *string           `json:"in_reply_to_status_id_str"`
	InReplyToUserID      *int64            `json:"in_reply_to_user_id"`
	InReplyToUserIDStr   *string           `json:"in_reply_to_user_id_str"`
	InReplyToScreenName  *string           `json:"in_reply_to_screen_name"`
	User                 User              `json:"user"`
	Coordinates          *Coordinates      `json:"coordinates"`
	Place                *Place            `json:"place,omitempty"`
	Contributors         []int64           `json:"contributors"`
	QuotedStatusID       int64             `json:"quoted_status_id,omitempty"`
	QuotedStatusIDStr    string            `json:"quoted_status_id_str,omitempty"`
	RetweetedStatus      *Status           `json:"retweeted_status,omitempty"`
	RetweetCount         int64             `json:"retweet_count"`
	FavoriteCount        int64             `json:"favorite_count"`
	Entities             Entities          `json:"entities"`
	Favorited            bool              `json:"favorited"`
	Retweeted            bool              `json:"retweeted"`
	PossiblySensitive    bool              `json:"possibly_sensitive,omitempty"`
	FilterLevel          string            `json:"filter_level,omitempty"`
	Lang                 string            `json:"lang"`
	Metadata             map[string]string `json:"metadata,omitempty"`
	IndexedAt            time.Time         `json:"indexed_at"`
	Score                float64           `json:"score"`
}

// User is who wrote a status.
type User struct {
	ID                        int64        `json:"id"`
	IDStr                     string       `json:"id_str"`
	Name                      string       `json:"name"`
	ScreenName                string       `json:"screen_name"`
	Location                  string       `json:"location"`
	Description               string       `json:"description"`
	URL                       *string      `json:"url"`
	Entities                  UserEntities `json:"entities"`
	Protected                 bool         `json:"protected"`
	FollowersCount            int64        `json:"followers_count"`
	FriendsCount              int64        `json:"friends_count"`
	ListedCount               int64        `json:"listed_count"`
	CreatedAt                 string       `json:"created_at"`
	FavouritesCount           int64        `json:"favourites_count"`
	UTCOffset                 *int64       `json:"utc_offset"`
	TimeZone                  *string      `json:"time_zone"`
	GeoEnabled                bool         `json:"geo_enabled"`
	Verified                  bool         `json:"verified"`
	StatusesCount             int64        `json:"statuses_count"`
	Lang                      string       `json:"lang"`
	ContributorsEnabled       bool         `json:"contributors_enabled"`
	IsTranslator              bool         `json:"is_translator"`
	IsTranslationEnabled      bool         `json:"is_translation_enabled"`
	ProfileBackgroundColor    string       `json:"profile_background_color"`
	ProfileBackgroundImageURL string       `json:"profile_background_image_url"`
	ProfileBackgroundTile     bool         `json:"profile_background_tile"`
	ProfileImageURL           string       `json:"profile_image_url"`
	ProfileBannerURL          string       `json:"profile_banner_url,omitempty"`
	ProfileLinkColor          string       `json:"profile_link_color"`
	ProfileTextColor          string       `json:"profile_text_color"`
	ProfileUseBackgroundImage bool         `json:"profile_use_background_image"`
	DefaultProfile            bool         `json:"default_profile"`
	DefaultProfileImage       bool         `json:"default_profile_image"`
	Following                 bool         `json:"following"`
	FollowRequestSent         bool         `json:"follow_request_sent"`
	Notifications             bool         `json:"notifications"`
}

// UserEntities are the links of a user.
type UserEntities struct {
	Description Urls `json:"description"`
}

// Urls are the links of a text.
type Urls struct {
	Urls []URL `json:"urls"`
}

// Entities are what a status has besides text.
type Entities struct {
	Hashtags     []Hashtag     `json:"hashtags"`
	Symbols      []Hashtag     `json:"symbols"`
	Urls         []URL         `json:"urls"`
	UserMentions []UserMention `json:"user_mentions"`
	Media        []Media       `json:"media,omitempty"`
}

// Hashtag is a word to search for.
type Hashtag struct {
	Text    string  `json:"text"`
	Indices []int64 `json:"indices"`
}

// URL is a link, and where in a text it stands.
type URL struct {
	URL         string  `json:"url"`
	ExpandedURL string  `json:"expanded_url"`
	DisplayURL  string  `json:"display_url"`
	Indices     []int64 `json:"indices"`
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
	ID            int64           `json:"id"`
	IDStr         string          `json:"id_str"`
	Indices       []int64         `json:"indices"`
	MediaURL      string          `json:"media_url"`
	MediaURLHTTPS string          `json:"media_url_https"`
	URL           string          `json:"url"`
	DisplayURL    string          `json:"display_url"`
	ExpandedURL   string          `json:"expanded_url"`
	Type          string          `json:"type"`
	Sizes         map[string]Size `json:"sizes"`
}

// Size is that of an image, in pixels.
type Size struct {
	W      int64  `json:"w"`
	H      int64  `json:"h"`
	Resize string `json:"resize"`
}

// Coordinates is a place on earth, in degrees.
type Coordinates struct {
	Type        string    `json:"type"`
	Coordinates []float64 `json:"coordinates"`
}

// Place is a place with a name.
type Place struct {
	ID          string `json:"id"`
	Name        string `json:"name"`
	FullName    string `json:"full_name"`
	CountryCode string `json:"country_code"`
	Country     string `json:"country"`
}
