package lazy

import (
	"regexp"
	"sync"
)

// Pattern is a regular expression that is compiled when it is first matched.
type Pattern struct {
	text string
	once sync.Once
	made *regexp.Regexp
}

// Regexp is the pattern of a text, which is one of regexp.MustCompile.
func Regexp(text string) *Pattern { return &Pattern{text: text} }

func (p *Pattern) re() *regexp.Regexp {
	p.once.Do(func() { p.made = regexp.MustCompile(p.text) })
	return p.made
}

// Match is that of regexp.Regexp.
func (p *Pattern) Match(b []byte) bool { return p.re().Match(b) }

// MatchString is that of regexp.Regexp.
func (p *Pattern) MatchString(s string) bool { return p.re().MatchString(s) }

// FindString is that of regexp.Regexp.
func (p *Pattern) FindString(s string) string { return p.re().FindString(s) }

// FindStringSubmatch is that of regexp.Regexp.
func (p *Pattern) FindStringSubmatch(s string) []string { return p.re().FindStringSubmatch(s) }

// FindStringSubmatchIndex is that of regexp.Regexp.
func (p *Pattern) FindStringSubmatchIndex(s string) []int {
	return p.re().FindStringSubmatchIndex(s)
}

// FindAllString is that of regexp.Regexp.
func (p *Pattern) FindAllString(s string, n int) []string { return p.re().FindAllString(s, n) }

// FindAllStringSubmatch is that of regexp.Regexp.
func (p *Pattern) FindAllStringSubmatch(s string, n int) [][]string {
	return p.re().FindAllStringSubmatch(s, n)
}

// FindAllStringSubmatchIndex is that of regexp.Regexp.
func (p *Pattern) FindAllStringSubmatchIndex(s string, n int) [][]int {
	return p.re().FindAllStringSubmatchIndex(s, n)
}

// ReplaceAllString is that of regexp.Regexp.
func (p *Pattern) ReplaceAllString(s, by string) string { return p.re().ReplaceAllString(s, by) }

// ReplaceAllStringFunc is that of regexp.Regexp.
func (p *Pattern) ReplaceAllStringFunc(s string, by func(string) string) string {
	return p.re().ReplaceAllStringFunc(s, by)
}
