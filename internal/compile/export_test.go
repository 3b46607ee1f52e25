package compile

// Trim trims the cache as a build does at its end.
func Trim(cfg Config) error {
	c, err := openCache(cfg)
	if err != nil {
		return err
	}
	c.trim()
	return nil
}
