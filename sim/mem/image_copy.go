package mem

// CopyBlocks copies the blocks of an image of the same kind, format and extent, however the two lie in memory.
func (m *Image) CopyBlocks(from *Image) {
	n := m.blocks()
	b := make([]byte, m.size)
	var at [3]int
	for at[2] = range n[2] {
		for at[1] = range n[1] {
			for at[0] = range n[0] {
				from.buf.ReadBytes(from.offset(&at), b)
				m.buf.WriteBytes(m.offset(&at), b)
			}
		}
	}
}
