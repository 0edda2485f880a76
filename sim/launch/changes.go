package launch

// Change is what a run did to a buffer or image.
type Change struct {
	Bytes  int // that differ from those before the run
	Values int // different values among the dwords that changed, up to maxValues
}

// maxValues is how many values a Change tells apart.
const maxValues = 64

// Changes compares what a run left of an argument with what the launch gave it.
func (l *Launch) Changes(arg int, got []byte) (c Change) {
	a := &l.Args[arg]
	before := a.Data
	if a.fill != nil {
		before = make([]byte, len(got))
		for at, part := range a.held(len(got)) {
			copy(before[at:], part)
		}
	}
	values := map[string]bool{}
	for at := 0; at < len(got); at += 4 {
		end := min(at+4, len(got))
		if string(got[at:end]) == string(before[at:end]) {
			continue
		}
		for i := at; i < end; i++ {
			if got[i] != before[i] {
				c.Bytes++
			}
		}
		if len(values) < maxValues {
			values[string(got[at:end])] = true
		}
	}
	c.Values = len(values)
	return c
}
