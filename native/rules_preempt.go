package native

// ruleHeadless: a message to the sampler without a header, whose bit 19 of the descriptor
// says that there is one. A descriptor in a register says nothing.
func ruleHeadless(c *checked) bool {
	return c.Msg.SFID == SFIDSampler && c.Msg.Known() && c.Msg.Desc.Header() == 0
}

// ruleOneIndex: source 0 has an address for each row, and all channels of the second half of
// a compressed instruction, one of two registers, are in one row.
func ruleOneIndex(c *checked) bool {
	if len(c.srcs) == 0 || c.ExecSize < 2 {
		return false
	}
	src := c.srcs[0]
	if src.File != GRF || !src.Indirect || src.Region.V != VxH {
		return false
	}
	n := int(c.ExecSize)
	compressed := n*src.Type.Size() > GRFBytes || c.Dst.File == GRF && dstSpan(&c.Dst, n) > GRFBytes
	return compressed && 2*int(src.Region.W) >= n
}
