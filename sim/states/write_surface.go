package states

import (
	"fmt"
	"slices"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/mem"
)

// oldOrNew are fields that not every target has. What a target without one makes of a surface is compared with what it is.
var oldOrNew = map[string]bool{
	"ShaderChannelSelectRed": true, "ShaderChannelSelectGreen": true, "ShaderChannelSelectBlue": true, "ShaderChannelSelectAlpha": true,
	"SurfaceQPitch": true, "SurfaceArraySpacing": true, "TileMode": true, "TiledSurface": true, "TileWalk": true,
	"YOffsetForUOrUVPlane": true, "YOffsetForUVPlane": true,
}

// surface writes the state of what is bound at an index: an image, or a buffer of bytes; a null surface where nothing is.
func (w *writer) surface(index, at int) error {
	ref := mem.Ref{BTI: uint8(index)}
	if img, err := w.memory.Image(index); err == nil {
		staged, err := w.stage(img)
		if err != nil {
			return err
		}
		return w.image(ref, at, staged)
	}
	b, err := w.memory.Surface(index)
	if err != nil || b.Len() == 0 {
		return w.put(at, surfaceState, fields{{"SurfaceType", "SURFTYPE_NULL"}}, nil)
	}
	list := fields{{"SurfaceType", "SURFTYPE_BUFFER"}, {"SurfaceFormat", raw}}
	list.set("NumberOfEntries", uint64(b.Len()))
	list.set("SurfacePitch", 1)
	list.set("SurfaceBaseAddress", b.Base)
	if err := w.put(at, surfaceState, list, nil); err != nil {
		return err
	}
	_, err = w.names.Surface(ref)
	return err
}

// slicePitch is what the rows of a slice are a multiple of, on every target; tilePitch the same of the bytes of a row of tiles.
const (
	slicePitch = 4
	tilePitch  = 1024
)

// stage is an image whose slices lie as states can say, with the tiling that is wanted: the image itself, or a copy.
func (w *writer) stage(img *mem.Image) (*mem.Image, error) {
	s := img.ImageShape
	if s.Kind != mem.Image2D && s.Kind != mem.Image2DArray && s.Kind != mem.Image3D {
		return img, nil
	}
	if size := s.Format.Size(); w.tiling != mem.Untiled && size&(size-1) == 0 {
		s.Tiling = w.tiling
		s.Row = roundUp(s.Row, tilePitch)
	}
	rows := s.Slice / img.Row
	if s.Extent[2] > 1 {
		rows = roundUp(rows, slicePitch)
	}
	s.Slice = rows * s.Row
	if s == img.ImageShape {
		return img, nil
	}
	for _, known := range w.staged {
		switch {
		case known.of.Buffer() != img.Buffer():
		case known.image.ImageShape != s:
			return nil, fmt.Errorf("%s is an image %s of %v there and one %s of %v elsewhere, of which one copy cannot be both", img.Name, img.Kind, img.Extent, known.image.Kind, known.image.Extent)
		default:
			return known.image, nil
		}
	}
	copied := mem.NewImage(s, w.memory.Alloc(img.Name+" as states have it", int(s.Bytes())))
	copied.CopyBlocks(img)
	w.staged = append(w.staged, staging{copied, img})
	return copied, nil
}

func roundUp(n, step int) int { return (n + step - 1) / step * step }

// image writes the state of an image, and compares what it says with the image.
func (w *writer) image(ref mem.Ref, at int, img *mem.Image) error {
	if err := w.put(at, surfaceState, slices.Concat(w.placedFields(img), tiled(img.Tiling), selected(img)), oldOrNew); err != nil {
		return err
	}
	got, err := w.names.Image(ref)
	if err == nil && got.ImageShape != img.ImageShape {
		err = fmt.Errorf("it would be an image %s of %v texels with rows of %d and slices of %d bytes, in place of an image %s of %v with %d and %d",
			got.Kind, got.Extent, got.Row, got.Slice, img.Kind, img.Extent, img.Row, img.Slice)
	}
	return err
}

// placedFields are what an image is and where it lies.
func (w *writer) placedFields(img *mem.Image) fields {
	if img.Kind == mem.Image1DBuffer {
		list := fields{{"SurfaceType", "SURFTYPE_BUFFER"}, {"SurfaceFormat", img.Format.SurfaceName()}}
		list.set("NumberOfEntries", uint64(img.Extent[0]))
		list.set("SurfacePitch", uint64(img.Format.Size()))
		list.set("SurfaceBaseAddress", img.Buffer().Base)
		return list
	}
	surface, n := "SURFTYPE_2D", img.Extent
	switch img.Kind {
	case mem.Image1D, mem.Image1DArray:
		surface, n = "SURFTYPE_1D", [3]int{n[0], 1, n[1]}
	case mem.Image3D:
		surface = "SURFTYPE_3D"
	}
	list := fields{{"SurfaceType", surface}, {"SurfaceFormat", img.Format.SurfaceName()}}
	if img.Kind == mem.Image1DArray || img.Kind == mem.Image2DArray {
		list.name("SurfaceArray", "yes")
		list.name("SurfaceArraySpacing", "ARYSPC_LOD0")
	}
	for d, field := range []string{"Width", "Height", "Depth"} {
		list.set(field, uint64(n[d]))
	}
	list.name("SurfaceVerticalAlignment", "VALIGN_4")
	list.name("SurfaceHorizontalAlignment", leastAlign(w.target))
	list.set("SurfacePitch", uint64(img.Row))
	if n[2] > 1 {
		list.set("SurfaceQPitch", uint64(img.Slice/img.Row))
	}
	if rows, _ := img.Rows(); rows > n[1] { // a second plane
		list.set("YOffsetForUOrUVPlane", uint64(n[1]))
		list.set("YOffsetForUVPlane", uint64(n[1]))
	}
	list.set("SurfaceBaseAddress", img.Buffer().Base)
	return list
}

// leastAlign is the least alignment of columns.
func leastAlign(t native.Target) string {
	if t >= native.DG2 {
		return "HALIGN_16" // bytes
	}
	return "HALIGN_4"
}

// tiled are the fields of a tiling, of old states and of new ones.
func tiled(t mem.Tiling) fields {
	switch t {
	case mem.TiledX:
		return fields{{"TiledSurface", "yes"}, {"TileWalk", "TILEWALK_XMAJOR"}, {"TileMode", "XMAJOR"}}
	case mem.TiledY:
		return fields{{"TiledSurface", "yes"}, {"TileWalk", "TILEWALK_YMAJOR"}, {"TileMode", "YMAJOR"}}
	case mem.Tiled4:
		return fields{{"TileMode", "TILE4"}}
	}
	return nil
}

// selectNames are what the sampler gives, by mem.Select; a component itself has a name of its own.
var selectNames = [...]string{
	mem.SelectZero: "ZERO", mem.SelectOne: "ONE", mem.SelectRed: "RED", mem.SelectGreen: "GREEN", mem.SelectBlue: "BLUE", mem.SelectAlpha: "ALPHA",
}

// selected are the fields of the channel selects of an image.
func selected(img *mem.Image) (list fields) {
	for c, s := range img.Select {
		if s == mem.SelectOwn {
			s = mem.SelectRed + mem.Select(c)
		}
		list.name(selects[c], selectNames[s])
	}
	return list
}
