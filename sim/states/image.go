package states

import (
	"errors"
	"github.com/genvisa/genvisa/sim/mem"
)

// Fields of images that are obeyed, or that images have no use for.
var ofImages = []string{
	"SurfaceFormat", "Width", "Height", "Depth", "SurfacePitch", "SurfaceQPitch", "SurfaceArray", "SurfaceArraySpacing",
	"TileMode", "TiledSurface", "TileWalk", tiledResource, mappingMode, "YOffsetForUOrUVPlane", "YOffsetForUVPlane",
}

// imageKinds are what surfaces with coordinates are: without SurfaceArray, and with it.
var imageKinds = map[string][2]mem.ImageKind{
	"SURFTYPE_1D": {mem.Image1D, mem.Image1DArray},
	"SURFTYPE_2D": {mem.Image2D, mem.Image2DArray},
	"SURFTYPE_3D": {mem.Image3D, mem.NumImageKinds},
	cubeType:      {mem.Image2DArray, mem.Image2DArray},
}

// cubeType is the type of surfaces whose layers are faces of cubes.
const cubeType = "SURFTYPE_CUBE"

// imageSelects are what the sampler gives, by code of ShaderChannelSelect; SelectOwn where there is no such code.
var imageSelects = [8]mem.Select{0: mem.SelectZero, 1: mem.SelectOne, 4: mem.SelectRed, 5: mem.SelectGreen, 6: mem.SelectBlue, 7: mem.SelectAlpha}

// image is a surface that coordinates name.
func (m *Memory) image(s *record) (*mem.Image, error) {
	switch kind := s.text("SurfaceType"); kind {
	case "SURFTYPE_NULL":
		shape, err := mem.ImageShape{Kind: mem.Image3D, Format: mem.FindSurfaceFormat("R32_UINT"), Extent: [3]int{1, 1, 1}}.Complete()
		return mem.NewNull(shape, "the null surface"), err
	case "SURFTYPE_BUFFER":
		return m.texels(s)
	case "SURFTYPE_1D", "SURFTYPE_2D", "SURFTYPE_3D", cubeType:
		return m.rows(s)
	}
	return nil, s.unsupported("SurfaceType", "a message with coordinates, want SURFTYPE_1D, SURFTYPE_2D, SURFTYPE_3D, SURFTYPE_CUBE, SURFTYPE_BUFFER or SURFTYPE_NULL")
}

// texels is a buffer whose elements are texels.
func (m *Memory) texels(s *record) (*mem.Image, error) {
	if err := s.only(harmless, selects, ofBuffers); err != nil {
		return nil, err
	}
	f, err := s.format()
	if err != nil {
		return nil, err
	}
	n := s.number("NumberOfEntries")
	shape := mem.ImageShape{Kind: mem.Image1DBuffer, Format: f, Extent: [3]int{int(n), 1, 1}, Select: m.selects(s)}
	if pitch := s.number("SurfacePitch"); pitch != uint64(f.Size()) {
		return nil, s.unsupported("SurfacePitch", "elements of %s that are not the %d bytes of a texel apart", f.SurfaceName(), f.Size())
	}
	return m.placed(s, shape)
}

// rows is an image with rows, or with one.
func (m *Memory) rows(s *record) (*mem.Image, error) {
	known := [][]string{harmless, selects, ofImages, ofLevels, faceFields}
	compressed := m.controlled(s)
	if compressed {
		known = append(known, controlFields)
	}
	if err := s.only(known...); err != nil {
		return nil, err
	}
	kind := imageKinds[s.text("SurfaceType")][s.code("SurfaceArray")]
	if kind == mem.NumImageKinds {
		return nil, s.wrong("SurfaceArray", "a surface of type SURFTYPE_3D is no array: want no")
	}
	f, err := s.format()
	if err != nil {
		return nil, err
	}
	shape := mem.ImageShape{Kind: kind, Format: f, Extent: [3]int{int(s.number("Width")), int(s.number("Height")), int(s.number("Depth"))}, Select: m.selects(s)}
	if err := m.extents(s, &shape); err != nil {
		return nil, err
	}
	if err := s.samples(&shape); err != nil {
		return nil, err
	}
	if shape.Tiling, err = s.tiling(&shape); err != nil {
		return nil, err
	}
	for _, take := range []func() error{
		func() error { return s.firstLayer(&shape) }, func() error { return m.levels(s, &shape) }, func() error { return s.largeLevels(&shape) },
		func() error { return m.pitches(s, &shape) }, func() error { return s.layersOfTiles(&shape) },
	} {
		if err := take(); err != nil {
			return nil, err
		}
	}
	if err := s.planes(f); err != nil {
		return nil, err
	}
	img, err := m.placed(s, shape)
	if err == nil && compressed {
		img.Control, err = m.control(s, &shape)
	}
	return img, err
}

// extents puts the extents of a surface where its kind has them.
func (m *Memory) extents(s *record, shape *mem.ImageShape) error {
	height, depth := shape.Extent[1], shape.Extent[2]
	array := s.number("SurfaceArray") != 0
	switch {
	case s.text("SurfaceType") == cubeType:
		if depth > 1 && !array {
			return s.wrong("Depth", "the surface is no array of cubes: want 1")
		}
		return s.cube(shape, depth)
	case shape.Kind == mem.Image1D || shape.Kind == mem.Image1DArray:
		if height != 1 {
			return s.wrong("Height", "a surface of type SURFTYPE_1D has one row: want 1")
		}
		shape.Extent = [3]int{shape.Extent[0], depth, 1}
	}
	if depth > 1 && !array && shape.Kind != mem.Image3D {
		return s.wrong("Depth", "the surface is no array: want 1")
	}
	return nil
}

// format is what a texel of the surface is.
func (s *record) format() (*mem.Format, error) {
	const field = "SurfaceFormat"
	f := mem.FindSurfaceFormat(s.text(field))
	switch {
	case f == nil:
		return nil, s.unsupported(field, "no texels of this format are known")
	case f.Opaque() != "":
		return nil, s.unsupported(field, "%s", f.Opaque())
	}
	return f, nil
}

// selects are what the sampler gives for each component. Ivy Bridge has no such fields.
func (m *Memory) selects(s *record) (out [4]mem.Select) {
	for c, name := range selects {
		v, ok := s.field(name)
		if !ok {
			return out
		}
		if out[c] = imageSelects[v.Code]; out[c] == mem.SelectRed+mem.Select(c) {
			out[c] = mem.SelectOwn
		}
	}
	return out
}

// tilings are those of TileMode, and of TileWalk where TiledSurface is set.
var tilings = map[string]mem.Tiling{
	"LINEAR": mem.Untiled, "XMAJOR": mem.TiledX, "YMAJOR": mem.TiledY, "TILE4": mem.Tiled4,
	"TILEWALK_XMAJOR": mem.TiledX, "TILEWALK_YMAJOR": mem.TiledY,
}

// Fields of large tiles, and the names of those that have some. TiledResourceMode makes tiles Y tiles Yf or Ys.
const (
	tiledResource = "TiledResourceMode"
	mappingMode   = "TileAddressMappingMode"
	largeTiles    = "TILE64"
	tilesY        = "YMAJOR"
	mipTail       = "MipTailStartLOD"
)

// large is the large tiles of a surface, if it has some.
func (s *record) large() (l mem.Large, ok bool) {
	switch s.code(tiledResource) {
	case 1:
		return mem.Yf, true
	case 2:
		return mem.Ys, true
	}
	return mem.T64, s.text("TileMode") == largeTiles
}

// tiling is how the rows lie in memory.
func (s *record) tiling(shape *mem.ImageShape) (mem.Tiling, error) {
	field := "TileMode"
	if _, ok := s.field(field); !ok {
		if field = "TileWalk"; s.number("TiledSurface") == 0 {
			if s.code(field) != 0 {
				return 0, s.wrong(field, "the surface is not tiled: want TILEWALK_XMAJOR")
			}
			return mem.Untiled, nil
		}
	}
	t, ok := tilings[s.text(field)]
	if l, is := s.large(); is {
		if err := s.largeTexels(l, shape); err != nil {
			return 0, err
		}
		t, ok = l.Tiling(shape.Format.Size(), shape.Kind == mem.Image3D, shape.Samples), true
	} else if s.code(mappingMode) != 0 {
		return 0, s.unsupported(mappingMode, "want zero bits without a TiledResourceMode")
	}
	switch {
	case !ok:
		return 0, s.unsupported(field, "legal are linear surfaces, tiles X and Y, and on Xe-HPG tiles X, 4 and 64")
	case s.number("SurfaceBaseAddress")%uint64(t.TileBytes()) != 0:
		return 0, s.wrong("SurfaceBaseAddress", "a tiled surface begins at a multiple of %d", t.TileBytes())
	}
	return t, nil
}

// largeTexels refuses surfaces that no large tiles can have, and those of which sources differ: gmmlib has samples within tiles Yf of
// Gen9, Mesa has not.
func (s *record) largeTexels(l mem.Large, shape *mem.ImageShape) error {
	size := shape.Format.Size()
	switch {
	case l != mem.T64 && s.text("TileMode") != tilesY:
		return s.wrong("TileMode", "a surface with a TiledResourceMode has tiles Y: want %s", tilesY)
	case size&(size-1) != 0 || size > mem.MostOfLarge:
		return s.wrong("SurfaceFormat", "tiles of texels of %d bytes: legal are powers of two up to %d", size, mem.MostOfLarge)
	case l == mem.T64 && s.code(mappingMode) != 0:
		return s.unsupported(mappingMode, "want zero bits without a TiledResourceMode")
	case l == mem.Yf && shape.Samples > 1 && s.code(mappingMode) == 0:
		return s.unsupported(tiledResource, "%d samples in tiles Yf: sources differ on where they are", shape.Samples)
	}
	return nil
}

// largeLevels are the levels in large tiles: each begins with a tile, and those of the tail share one. The alignments of the state are
// not read (Mesa, isl_gfx125.c). No surface leaves its tail out: MipTailStartLOD is behind the last level of one without.
func (s *record) largeLevels(shape *mem.ImageShape) error {
	l, is := s.large()
	if !is {
		return nil
	}
	levels := &shape.Levels
	tile := shape.Tiling.TileShape()
	levels.Align = [2]int{tile[0] / shape.Format.Size(), tile[1]}
	first, last := int(s.code(mipTail)), levels.First+max(levels.Count, 1)-1
	if first > last {
		return nil
	}
	levels.Tail.First = first + 1
	if l == mem.T64 || s.code(mappingMode) != 0 {
		levels.Tail.Form = mem.TailGen10
	}
	switch {
	case shape.Samples > 1:
		return s.unsupported(mipTail, "samples in a tail: want a level behind the last, which is %d", levels.First)
	case l != mem.T64 && levels.Tail.Form == mem.TailGen10 && shape.Kind == mem.Image3D:
		return s.unsupported(mipTail, "a tail of a surface of type SURFTYPE_3D with TileAddressMappingMode GEN10: sources differ on its slots")
	case l == mem.Yf && shape.Kind == mem.Image3D && shape.Format.Size() == 4 && last-first >= smallVolumes:
		return s.unsupported(mipTail, "a fourth level in the tail of a surface of type SURFTYPE_3D with texels of 4 bytes in tiles Yf: sources differ on its slot")
	}
	return nil
}

// smallVolumes is the level of a tail in tiles Yf from which on gmmlib has two places for volumes of texels of 4 bytes: one by bytes, and
// another by columns and rows, as Mesa has it.
const smallVolumes = 3

// layersOfTiles: layers begin with a large tile.
func (s *record) layersOfTiles(shape *mem.ImageShape) error {
	rows := shape.Tiling.TileRows()
	if shape.Tiling.Large() && shape.Row > 0 && shape.Slice/shape.Row%rows != 0 {
		return s.wrong("SurfaceQPitch", "layers begin with a tile: want a multiple of its %d rows", rows)
	}
	return nil
}

// planes finds a second plane that is not behind the first.
func (s *record) planes(f *mem.Format) error {
	for _, field := range []string{"YOffsetForUOrUVPlane", "YOffsetForUVPlane"} {
		if v, ok := s.field(field); ok && v.Uint() != s.number("Height") {
			return s.unsupported(field, "a second plane that does not follow the %d rows of the first of %s", s.number("Height"), f.SurfaceName())
		}
	}
	return nil
}

// axisFields are the fields that a shape's extents come from.
var axisFields = [mem.NumImageKinds][3]string{
	mem.Image1D: {"Width"}, mem.Image1DArray: {"Width", "Depth"}, mem.Image1DBuffer: {"NumberOfEntries"},
	mem.Image2D: {"Width", "Height"}, mem.Image2DArray: {"Width", "Height", "Depth"}, mem.Image3D: {"Width", "Height", "Depth"},
}

// placed is the image of a shape at the base of a surface.
func (m *Memory) placed(s *record, shape mem.ImageShape) (*mem.Image, error) {
	whole, err := shape.Complete()
	if wrong := (*mem.ShapeError)(nil); errors.As(err, &wrong) {
		field := "SurfacePitch"
		if wrong.Axis == mem.AxisTail {
			field = mipTail
		} else if wrong.Axis >= 0 && axisFields[shape.Kind][wrong.Axis] != "" {
			field = axisFields[shape.Kind][wrong.Axis]
		}
		return nil, s.wrong(field, "%v", err)
	}
	size := axisFields[shape.Kind][0]
	n := whole.Bytes()
	b, err := m.part(s, uint64(n), size)
	if err != nil {
		return nil, err
	}
	if int64(b.Len()) < n {
		return nil, s.wrong(size, "the surface has %d bytes, and %s ends %d behind its base", n, b.Name, b.Len())
	}
	return mem.NewImage(whole, b), nil
}
