package mem

// Block is a rectangle of bytes of an image, for the whole thread. Rows of it lie Pitch bytes
// apart in registers.
type Block struct {
	X, Y          int // first byte of a row, and row
	Width, Height int // bytes and rows
	Pitch         int
	First, Step   int // image row of row y: First + y*Step: 0 and 1, or one field of an interlaced picture
}

// Inside says that all bytes of a block are the surface's.
func (m *Image) Inside(b *Block) bool {
	last := (b.Y+b.Height-1)*b.Step + b.First
	return b.X >= 0 && b.X+b.Width <= m.across && b.Y*b.Step+b.First >= 0 && last < m.down
}

// ReadBlock fills p with a block. Outside of the image, a byte is that of the nearest
// texel.
func (m *Image) ReadBlock(b *Block, p []byte) {
	width := m.across
	for y := range b.Height {
		row := min(max((b.Y+y)*b.Step+b.First, 0), m.down-1)
		to := p[y*b.Pitch:][:b.Width]
		if b.X >= 0 && b.X+b.Width <= width && m.Tiling == Untiled {
			m.buf.ReadBytes(m.at(b.X, row), to)
			continue
		}
		for i := range to {
			x := b.X + i
			switch {
			case x < 0:
				x = (x%m.size + m.size) % m.size
			case x >= width:
				x = width - m.size + (x-width)%m.size
			}
			m.buf.ReadBytes(m.at(x, row), to[i:i+1])
		}
	}
}

// WriteBlock writes a block and reports whether all of it was inside. What is outside
// is dropped, and counted once.
func (m *Image) WriteBlock(b *Block, p []byte) (inside bool) {
	width := m.across
	inside = b.X >= 0 && b.X+b.Width <= width
	from, to := max(-b.X, 0), min(b.Width, width-b.X)
	for y := range b.Height {
		row := (b.Y+y)*b.Step + b.First
		if row < 0 || row >= m.down {
			inside = false
		} else if from < to {
			m.writeRow(b.X+from, row, p[y*b.Pitch+from:][:to-from])
		}
	}
	if !inside {
		of, _ := m.buf.counter()
		of.OutOfBounds.Add(1)
	}
	return inside
}

// writeRow writes bytes of a row that are inside.
func (m *Image) writeRow(x, row int, p []byte) {
	if m.Tiling == Untiled {
		m.buf.WriteBytes(m.at(x, row), p)
		return
	}
	for i := range p {
		m.buf.WriteBytes(m.at(x+i, row), p[i:i+1])
	}
}

// MediaPitch is the bytes from row to row of a block in registers: the next power of two
// of its width, 4 at least.
func MediaPitch(width int) int {
	pitch := 4
	for pitch < width {
		pitch *= 2
	}
	return pitch
}
