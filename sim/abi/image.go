package abi

import "slices"

// Pieces of payload that describe images and samplers, u32 each.
const (
	ImageWidth        ArgType = "image_width"
	ImageHeight       ArgType = "image_height"
	ImageDepth        ArgType = "image_depth"
	ImageArraySize    ArgType = "image_array_size"
	ImageDataType     ArgType = "image_channel_data_type"
	ImageOrder        ArgType = "image_channel_order"
	ImageMipLevels    ArgType = "image_num_mip_levels"
	ImageSamples      ArgType = "image_num_samples"
	SamplerAddress    ArgType = "sampler_address"
	SamplerNormalized ArgType = "sampler_normalized"
	SamplerSnap       ArgType = "sampler_snap_wa"
)

// Address spaces of ByPointer that have no payload of their own.
const (
	imageSpace   = "image"
	samplerSpace = "sampler"
)

// ImageArg is what a kernel can ask of an image: cl_image_desc and cl_image_format.
// What its kind lacks is 0.
type ImageArg struct {
	Kind                         string // as launch files name it, such as "2d_array"
	Width, Height, Depth, Layers uint32
	Order, DataType              uint32 // cl_channel_order, cl_channel_type; 0 for formats that OpenCL has not
	Writable                     bool   // the format can be written
	Format                       string // for messages
}

// SamplerArg is what a kernel can ask of a sampler.
type SamplerArg struct {
	Address    uint32 // CLK_ADDRESS_*: 0 none, 1 clamp, 2 clamp to edge, 3 repeat, 4 mirrored repeat
	Normalized bool
	Linear     bool
}

// clkNormalized is CLK_NORMALIZED_COORDS_TRUE as the built-in functions compare it.
const clkNormalized = 8

// clkAddressClamp is CLK_ADDRESS_CLAMP.
const clkAddressClamp = 1

// SamplerBinding connects a sampler index to an argument.
type SamplerBinding struct{ Index, Arg int }

// InlineSampler is a sampler that the program declares.
type InlineSampler struct {
	Index      int    `yaml:"sampler_index"`
	AddrMode   string `yaml:"addrmode"`
	FilterMode string `yaml:"filtermode"`
	Normalized bool   `yaml:"normalized"`
}

// Samplers lists the sampler index of each sampler argument.
func (k *Kernel) Samplers() (out []SamplerBinding) {
	for _, p := range k.Payload {
		if p.Type == ByPointer && p.AddrSpace == samplerSpace {
			out = append(out, SamplerBinding{p.SamplerIndex, p.Index})
		}
	}
	return out
}

// imageTypes names the kind of image of each image_type of the metadata.
var imageTypes = map[string]string{
	"image_buffer": "1d_buffer", "image_1d": "1d", "image_1d_array": "1d_array",
	"image_2d": "2d", "image_2d_depth": "2d", "image_2d_media": "2d", "image_2d_media_block": "2d",
	"image_2d_array": "2d_array", "image_2d_array_depth": "2d_array", "image_3d": "3d",
}

// ImageKind is the kind of image that argument i is, and how the kernel accesses it:
// readonly, writeonly or readwrite.
func (k *Kernel) ImageKind(i int) (kind, access string) {
	for _, p := range k.Payload {
		if p.Index == i && p.Type == ByPointer && p.AddrSpace == imageSpace {
			return imageTypes[p.ImageType], p.Access
		}
	}
	return "", ""
}

// asksFormat says that the payload has the order or the type of the channels of argument i.
func (k *Kernel) asksFormat(i int) bool {
	return slices.ContainsFunc(k.Payload, func(p PayloadArg) bool {
		return p.Index == i && (p.Type == ImageDataType || p.Type == ImageOrder)
	})
}

// checkImage finds an image that the kernel cannot use.
func (b *Builder) checkImage(i int, a *ImageArg) error {
	kind, access := b.k.ImageKind(i)
	for _, p := range b.k.Payload {
		if p.Index == i && p.ImageType != "" && kind == "" {
			return b.unsupported("%s: image of type %q", b.k.ArgName(i), p.ImageType)
		}
	}
	switch {
	case a == nil:
		return b.argErr(argPart(i), "%s is an image %s; none is given", b.k.ArgName(i), kind)
	case kind != a.Kind:
		return b.argErr(argPart(i), "%s is an image %s; an image %s is given", b.k.ArgName(i), kind, a.Kind)
	case a.Order == 0 && b.k.asksFormat(i):
		return b.unsupported("%s: the kernel asks for the channel order or type of its image, and OpenCL has none for the format %s", b.k.ArgName(i), a.Format)
	case access != "readonly" && !a.Writable:
		return b.argErr(argPart(i), "%s is written, and the format %s can only be read", b.k.ArgName(i), a.Format)
	}
	return nil
}

// imageWord is what the host writes for a piece of payload about an image or
// sampler.
func imageWord(t ArgType, a *Arg) (v uint32, ok bool) {
	if i := a.Image; i != nil {
		words := []struct {
			t ArgType
			v uint32
		}{
			{ImageWidth, i.Width}, {ImageHeight, i.Height}, {ImageDepth, i.Depth}, {ImageArraySize, i.Layers},
			{ImageDataType, i.DataType}, {ImageOrder, i.Order}, {ImageMipLevels, 0}, {ImageSamples, 0},
		}
		for _, w := range words {
			if w.t == t {
				return w.v, true
			}
		}
		return 0, false
	}
	s := a.Sampler
	switch {
	case s == nil || !slices.Contains([]ArgType{SamplerAddress, SamplerNormalized, SamplerSnap}, t):
		return 0, false
	case t == SamplerAddress:
		return s.Address, true
	case t == SamplerNormalized && s.Normalized:
		return clkNormalized, true
	case t == SamplerSnap && !s.Linear && s.Address == clkAddressClamp:
		return ^uint32(0), true
	}
	return 0, true
}
