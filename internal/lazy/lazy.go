package lazy

import "sync"

// Table is a table that is made when it is first asked for. Its zero value has nothing made yet.
type Table[T any] struct {
	once sync.Once
	made *T
}

// From is the table, which build makes the first time.
func (t *Table[T]) From(build func() *T) *T {
	t.once.Do(func() { t.made = build() })
	return t.made
}
