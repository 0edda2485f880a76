package files

import (
	"fmt"
	"io"
	"os"
)

// ReadUpTo reads a file of at most limit bytes that has no kind.
func ReadUpTo(path string, limit int64) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	src, err := io.ReadAll(io.LimitReader(f, limit+1))
	if err == nil && int64(len(src)) > limit {
		err = fmt.Errorf("%s: larger than %d bytes", path, limit)
	}
	return src, err
}
