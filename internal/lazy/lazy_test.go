package lazy

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestTable: it is made once, and when it is asked for.
func TestTable(t *testing.T) {
	var squares Table[[4]int]
	made := 0
	build := func() *[4]int {
		made++
		return &[4]int{0, 1, 4, 9}
	}
	assert.Zero(t, made)
	assert.Equal(t, 9, squares.From(build)[3])
	assert.Equal(t, 4, squares.From(build)[2])
	assert.Equal(t, 1, made)
}

// TestPattern: it is compiled with the first match, and matches as the expression does.
func TestPattern(t *testing.T) {
	sum := Regexp(`(\d+)\+(\d+)`)
	assert.Nil(t, sum.made)
	assert.Equal(t, []string{"1+23", "1", "23"}, sum.FindStringSubmatch("0, 1+23"))
	assert.NotNil(t, sum.made)
	assert.Equal(t, []int{3, 7, 3, 4, 5, 7}, sum.FindStringSubmatchIndex("0, 1+23"))
	assert.Equal(t, "1+23", sum.FindString("0, 1+23"))
	assert.Equal(t, []string{"1+2", "3+4"}, sum.FindAllString("1+2, 3+4", -1))
	assert.Equal(t, [][]string{{"1+2", "1", "2"}}, sum.FindAllStringSubmatch("1+2", -1))
	assert.Equal(t, [][]int{{0, 3, 0, 1, 2, 3}}, sum.FindAllStringSubmatchIndex("1+2", -1))
	assert.Equal(t, "2-1", sum.ReplaceAllString("1+2", "$2-$1"))
	assert.Equal(t, "<1+2>", sum.ReplaceAllStringFunc("1+2", func(s string) string { return "<" + s + ">" }))
	assert.True(t, sum.MatchString("1+2"))
	assert.False(t, sum.Match([]byte("1-2")))
	assert.Panics(t, func() { Regexp("(").MatchString("") })
}
