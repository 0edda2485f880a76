package opdefs

// Page finds a page by name ("ADD"), or nil.
func (m *Model) Page(name string) *Page {
	for _, p := range m.Pages {
		if p.Name == name {
			return p
		}
	}
	return nil
}
