package run

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/sim/launch"
)

// TestBuffersTold: a run tells of every byte of its buffers twice, once as they are filled
// and once as they are compared, whether contents are generated or read, expected, an
// output or to stay as they are.
func TestBuffersTold(t *testing.T) {
	inSaxpy(t)
	generated := strings.Replace(goodLaunch, "{buffer: x.in, type: f32}",
		"{buffer: {bytes: 100000, fill: {random: 1, type: f32, min: 0, max: 1}}, type: f32}", 1)
	output := strings.Replace(generated, "expect: y.exp, check: exact", "output: true", 1)
	for _, text := range []string{goodLaunch, generated, output, strings.Replace(output, "{buffer: y.in", "{buffer: {bytes: 4000, fill: zero}", 1)} {
		l, err := launch.Parse("l.yaml", []byte(text))
		require.NoError(t, err)
		total := int64(l.Args[0].Len() + l.Args[1].Len())
		var passes, last int64
		_, err = Run(context.Background(), l, Options{Buffers: func(done, of int64) {
			assert.Equal(t, total, of)
			if done < last {
				last = 0
			}
			assert.Greater(t, done, last)
			if last = done; done == total {
				passes++
			}
		}})
		require.NoError(t, err)
		assert.EqualValues(t, 2, passes, text)
	}
}
