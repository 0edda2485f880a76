package opdefs

// Walk calls f for a node and all below it.
func Walk(n Node, f func(Node)) {
	if n == nil {
		return
	}
	f(n)
	for _, c := range children(n) {
		Walk(c, f)
	}
}

func children(n Node) []Node {
	switch x := n.(type) {
	case *Block:
		return nodes(x.List)
	case *If:
		if x.Else == nil {
			return []Node{x.Cond, x.Then}
		}
		return []Node{x.Cond, x.Then, x.Else}
	case *For:
		return []Node{x.From, x.To, x.Body}
	case *While:
		return []Node{x.Cond, x.Body}
	case *Atomic:
		return []Node{x.Place, x.Body, x.Update}
	case *Decl:
		return []Node{x.Init}
	case *Assign:
		return []Node{x.Place, x.Value}
	case *Elem:
		return []Node{x.Index}
	case *View:
		return []Node{x.Index}
	case *Call:
		return nodes(x.Args)
	case *Unary:
		return []Node{x.X}
	case *Binary:
		return []Node{x.X, x.Y}
	case *Ternary:
		return []Node{x.C, x.A, x.B}
	}
	return nil
}

func nodes[T Node](l []T) []Node {
	out := make([]Node, len(l))
	for i, x := range l {
		out[i] = x
	}
	return out
}
