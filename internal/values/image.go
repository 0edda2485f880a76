package values

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/genvisa/genvisa/sim/mem"
)

// Bind gives memory the image and the sampler of a case, if it has them. The image lies in
// the bytes of its surface.
func (c *Case) Bind(m *mem.Memory, surface *mem.Buffer) error {
	if c.Sampler != "" {
		s, err := parseSampler(c.Sampler)
		if err != nil {
			return fmt.Errorf("%s: %w", c.Pos, err)
		}
		m.BindSampler(0, s)
	}
	if c.Image == "" {
		return nil
	}
	shape, err := parseImage(c.Image)
	switch {
	case err != nil:
		return fmt.Errorf("%s: %w", c.Pos, err)
	case shape.Bytes() > int64(surface.Len()):
		return fmt.Errorf("%s: image of %d bytes: the surface has %d", c.Pos, shape.Bytes(), surface.Len())
	}
	m.BindImage(CaseImage, mem.NewImage(shape, surface))
	return nil
}

// parseImage reads "2d rgba8 4 4".
func parseImage(text string) (s mem.ImageShape, err error) {
	w := strings.Fields(text)
	if len(w) < 3 || len(w) > 5 {
		return s, fmt.Errorf("image %q: want a kind, a format and extents", text)
	}
	if s.Kind, err = mem.ParseImageKind(w[0]); err != nil {
		return s, err
	}
	if s.Format = mem.FindFormat(w[1]); s.Format == nil {
		return s, fmt.Errorf("image %q: unknown format", text)
	}
	s.Extent = [3]int{1, 1, 1}
	for d, v := range w[2:] {
		if s.Extent[d], err = strconv.Atoi(v); err != nil {
			return s, err
		}
	}
	return s.Complete()
}

// parseSampler reads "linear edge normalized".
func parseSampler(text string) (*mem.Sampler, error) {
	s := &mem.Sampler{}
	modes := map[string]mem.AddressMode{"clamp": mem.ClampBorder, "edge": mem.ClampEdge, "repeat": mem.Repeat, "mirror": mem.Mirror}
	for _, w := range strings.Fields(text) {
		mode, ok := modes[w]
		switch {
		case ok:
			s.Address = mode
		case w == "linear":
			s.Filter = mem.Linear
		case w == "normalized":
			s.Normalized = true
		case w != "nearest":
			return nil, fmt.Errorf("sampler %q: unknown word %q", text, w)
		}
	}
	return s, nil
}
