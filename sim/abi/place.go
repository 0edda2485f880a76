package abi

import "github.com/goccy/go-yaml/ast"

// kernelPlaces finds where each kernel of the list "kernels" begins, and each of
// its payload arguments.
func kernelPlaces(top ast.Node) (kernels []place, pieces [][]place) {
	for _, k := range listOf(valueOf(top, "kernels")) {
		kernels = append(kernels, placeOf(k))
		var at []place
		for _, p := range listOf(valueOf(k, "payload_arguments")) {
			at = append(at, placeOf(p))
		}
		pieces = append(pieces, at)
	}
	return kernels, pieces
}

// valueOf is the value of a key of a mapping, or nil.
func valueOf(n ast.Node, key string) ast.Node {
	for _, kv := range pairsOf(n) {
		if kv.Key.GetToken().Value == key {
			return kv.Value
		}
	}
	return nil
}

func pairsOf(n ast.Node) []*ast.MappingValueNode {
	switch v := n.(type) {
	case *ast.MappingNode:
		return v.Values
	case *ast.MappingValueNode:
		return []*ast.MappingValueNode{v}
	}
	return nil
}

func listOf(n ast.Node) []ast.Node {
	if s, ok := n.(*ast.SequenceNode); ok {
		return s.Values
	}
	return nil
}

// placeOf is where a mapping's first key stands.
func placeOf(n ast.Node) place {
	if kv := pairsOf(n); len(kv) > 0 {
		at := kv[0].Key.GetToken().Position
		return place{at.Line, at.Column}
	}
	return place{}
}
