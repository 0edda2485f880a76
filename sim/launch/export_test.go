package launch

// MaxCSV is maxCSV.
const MaxCSV = maxCSV

// Reads is how many files the launch has read.
func (l *Launch) Reads() int { return len(l.reads) }

// Literal is literal.
func (a *Arg) Literal(n int, p []byte) (string, error) { return a.literal(n, p) }

// ExpectData is expectData.
func (a *Arg) ExpectData(path string, contents []byte) ([]byte, error) {
	return a.expectData(path, contents)
}
