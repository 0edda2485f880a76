package abi

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"

	"github.com/genvisa/genvisa/internal/fixed"
	"github.com/genvisa/genvisa/internal/grf"
	"github.com/genvisa/genvisa/internal/quote"
	"github.com/genvisa/genvisa/internal/yamldoc"
)

// Error is a fault of a metadata file. Line and Col count from 1, which also
// stands for a place that is not known.
type Error struct {
	File      string
	Line, Col int
	Msg       string
	// Unsupported: the file is of a version that is not understood.
	Unsupported bool
}

// Is reports whether the error is errors.ErrUnsupported.
func (e *Error) Is(target error) bool { return e.Unsupported && target == errors.ErrUnsupported }

// Error has the form file:line:col: error: message.
func (e *Error) Error() string {
	return fmt.Sprintf("%s:%d:%d: error: %s", e.File, e.Line, e.Col, e.Msg)
}

// supportedMajor is the version of .ze_info that is understood; its minor
// versions only add keys.
const supportedMajor = "1"

type zeKernel struct {
	Name string `yaml:"name"`
	Env  struct {
		SIMD     int   `yaml:"simd_size"`
		GRFs     *int  `yaml:"grf_count"`
		SLM      int   `yaml:"slm_size"`
		Barriers int   `yaml:"barrier_count"`
		Inline   int   `yaml:"inline_data_payload_size"`
		SkipIDs  int   `yaml:"offset_to_skip_per_thread_data_load"`
		Required []int `yaml:"required_work_group_size"`
		Order    []int `yaml:"work_group_walk_order_dimensions"`
	} `yaml:"execution_env"`
	Payload   []zeArg        `yaml:"payload_arguments"`
	PerThread []zeArg        `yaml:"per_thread_payload_arguments"`
	Buffers   []ThreadBuffer `yaml:"per_thread_memory_buffers"`
	BTIs      []BTI          `yaml:"binding_table_indices"`

	Inline []InlineSampler `yaml:"inline_samplers"`
}

// zeArg is PayloadArg with an index that may be absent.
type zeArg struct {
	PayloadArg `yaml:",inline"`
	Index      *int `yaml:"arg_index"`
	BTI        *int `yaml:"bti_value"`
}

type zeInfo struct {
	Version string     `yaml:"version"`
	Kernels []zeKernel `yaml:"kernels"`
	Misc    []struct {
		Name string    `yaml:"name"`
		Args []ArgInfo `yaml:"args_info"`
	} `yaml:"kernels_misc_info"`
}

// ParseZeInfo reads the YAML of a .zeinfo file, version 1.x. Keys it does not
// know are ignored, and argument types it does not know are kept: they are an
// error when the kernel is launched. Errors are of type *Error.
func ParseZeInfo(name string, data []byte) (*Info, error) {
	p := &zeParser{name: name, z: &zeInfo{}}
	if err := p.read(data); err != nil {
		return nil, yamlError(name, err)
	}
	return p.info()
}

func (p *zeParser) read(data []byte) (err error) {
	if p.file, err = yamldoc.Parse(data); err != nil {
		return err
	}
	top := p.file.Docs[0].Body
	ast.Walk(quoter{}, top)
	switch top.(type) {
	case *ast.MappingNode, *ast.MappingValueNode:
		return decode(top, p.z)
	}
	return errors.New("want a mapping with the keys version and kernels")
}

// quoter makes the texts of a document printable: they are names.
type quoter struct{}

// Visit is ast.Visitor.
func (q quoter) Visit(n ast.Node) ast.Visitor {
	if s, ok := n.(*ast.StringNode); ok {
		s.Value = quote.Name(s.Value)
		s.Token.Value = s.Value
	}
	return q
}

// decode is yaml.NodeToValue without its panics.
func decode(n ast.Node, z *zeInfo) (err error) {
	defer func() {
		if recover() != nil {
			err = errors.New("not valid YAML: a list or mapping is malformed")
		}
	}()
	return yaml.NodeToValue(n, z)
}

// yamlError gives a library error our form.
func yamlError(name string, err error) error {
	out := &Error{File: name, Line: 1, Col: 1, Msg: quote.Name(err.Error())}
	var doc *yamldoc.Error
	var ye yaml.Error
	switch {
	case errors.As(err, &doc):
		out.Line, out.Col, out.Msg = doc.Line, doc.Col, doc.Msg
	case errors.As(err, &ye):
		out.Msg = quote.Name(ye.GetMessage())
		var mismatch *yaml.TypeError
		if errors.As(err, &mismatch) {
			out.Msg = fmt.Sprintf("want a value of type %s, found %s", mismatch.DstType, mismatch.SrcType)
		}
		if t := ye.GetToken(); t != nil && t.Position != nil {
			out.Line, out.Col = t.Position.Line, t.Position.Column
		}
	}
	return out
}

type zeParser struct {
	name string
	file *ast.File
	z    *zeInfo
}

// errAt is an error at the node of a path such as "kernels[0].name", or at its
// nearest parent that exists.
func (p *zeParser) errAt(path, format string, args ...any) *Error {
	e := &Error{File: p.name, Line: 1, Col: 1, Msg: fmt.Sprintf(format, args...)}
	for path != "" {
		if y, err := yaml.PathString("$." + path); err == nil {
			if n, err := y.FilterFile(p.file); err == nil && n.GetToken() != nil {
				e.Line, e.Col = n.GetToken().Position.Line, n.GetToken().Position.Column
				return e
			}
		}
		path = path[:max(strings.LastIndexAny(path, ".["), 0)]
	}
	return e
}

func (p *zeParser) info() (*Info, error) {
	major, _, _ := strings.Cut(p.z.Version, ".")
	if major != supportedMajor {
		err := p.errAt("version", "version %q is not supported; legal is %s.x", p.z.Version, supportedMajor)
		_, notNumber := strconv.Atoi(major)
		err.Unsupported = notNumber == nil
		return nil, err
	}
	info := &Info{Name: p.name, Version: p.z.Version}
	kernels, pieces := kernelPlaces(p.file.Docs[0].Body)
	for i := range p.z.Kernels {
		k, err := p.kernel(i)
		if err != nil {
			return nil, err
		}
		if i < len(kernels) {
			k.at, k.pieces = kernels[i], pieces[i]
		}
		for _, o := range info.Kernels {
			if o.Name == k.Name {
				return nil, p.errAt(fmt.Sprintf("kernels[%d].name", i), "kernel %s is there twice", k.Name)
			}
		}
		info.Kernels = append(info.Kernels, k)
	}
	for i, m := range p.z.Misc {
		k := info.find(m.Name)
		if k == nil {
			return nil, p.errAt(fmt.Sprintf("kernels_misc_info[%d].name", i), "no kernel %q", m.Name)
		}
		k.Args = m.Args
	}
	return info, nil
}

func (p *zeParser) kernel(i int) (*Kernel, error) {
	z, at := &p.z.Kernels[i], fmt.Sprintf("kernels[%d]", i)
	k := &Kernel{
		Name: z.Name, SIMD: z.Env.SIMD, GRFCount: grf.Count, SLMSize: z.Env.SLM, BarrierCount: z.Env.Barriers, InlineData: z.Env.Inline, SkipIDs: z.Env.SkipIDs,
		WalkOrder: z.Env.Order, Buffers: z.Buffers, BTIs: z.BTIs, Inline: z.Inline, file: p.name,
	}
	if k.Name == "" {
		return nil, p.errAt(at, "kernel without a name")
	}
	if k.SIMD != 8 && k.SIMD != 16 && k.SIMD != 32 {
		return nil, p.errAt(at+".execution_env.simd_size", "kernel %s: simd_size %d; legal are 8, 16, 32", k.Name, k.SIMD)
	}
	if n := z.Env.GRFs; n != nil {
		if k.GRFCount = *n; *n != grf.Count && *n != grf.Most {
			return nil, p.errAt(at+".execution_env.grf_count", "kernel %s: grf_count %d; legal are %d and, for devices after Gen12 LP, %d", k.Name, *n, grf.Count, grf.Most)
		}
	}
	if k.SLMSize < 0 || k.SLMSize > MaxSLM {
		return nil, p.errAt(at+".execution_env.slm_size", "kernel %s: slm_size %d; legal are 0 to %d", k.Name, k.SLMSize, MaxSLM)
	}
	if k.InlineData != 0 && k.InlineData != GRFSize {
		err := p.errAt(at+".execution_env.inline_data_payload_size", "kernel %s: inline_data_payload_size %d; legal are 0 and %d", k.Name, k.InlineData, GRFSize)
		err.Unsupported = k.InlineData == 2*GRFSize // of later generations
		return nil, err
	}
	if k.SkipIDs < 0 || k.SkipIDs > maxSkip || k.SkipIDs%8 != 0 {
		return nil, p.errAt(at+".execution_env.offset_to_skip_per_thread_data_load",
			"kernel %s: offset_to_skip_per_thread_data_load %d; legal are multiples of 8 from 0 to %d", k.Name, k.SkipIDs, maxSkip)
	}
	if n := len(z.Env.Required); n != 0 && n != 3 {
		return nil, p.errAt(at+".execution_env.required_work_group_size", "kernel %s: %d sizes; legal are 3", k.Name, n)
	}
	for d, v := range z.Env.Required {
		if v <= 0 || v > MaxLocal {
			return nil, p.errAt(at+".execution_env.required_work_group_size", "kernel %s: size %d; legal are 1 to %d", k.Name, v, MaxLocal)
		}
		k.RequiredLocal[d] = uint32(v)
	}
	for n, b := range k.BTIs {
		if b.BTI < 0 || b.BTI > maxBTI || b.Arg < 0 || b.Arg > maxArgs {
			return nil, p.errAt(fmt.Sprintf("%s.binding_table_indices[%d]", at, n),
				"kernel %s: index %d for argument %d; legal are 0 to %d and 0 to %d", k.Name, b.BTI, b.Arg, maxBTI, maxArgs)
		}
		if slices.ContainsFunc(k.BTIs[:n], func(o BTI) bool { return o.BTI == b.BTI }) {
			return nil, p.errAt(fmt.Sprintf("%s.binding_table_indices[%d]", at, n), "kernel %s: index %d is there twice", k.Name, b.BTI)
		}
	}
	scratch := 0
	for n, b := range k.Buffers {
		if scratch += b.Size; b.Size < 0 || b.Size > maxScratch || scratch > maxScratch {
			return nil, p.errAt(fmt.Sprintf("%s.per_thread_memory_buffers[%d].size", at, n),
				"kernel %s: size %d; legal are 0 to %d bytes a thread, all buffers together", k.Name, b.Size, maxScratch)
		}
	}
	var err error
	if k.Payload, err = p.args(z.Payload, k, at+".payload_arguments"); err != nil {
		return nil, err
	}
	k.bindHandles()
	k.PerThread, err = p.args(z.PerThread, k, at+".per_thread_payload_arguments")
	return k, err
}

const (
	maxArgs = 1023
	maxSkip = 1 << 16                   // bytes of code
	maxBTI  = fixed.SurfaceBindless - 2 // those from SurfaceReserved on are refused where a message uses one

	maxScratch = 2 << 20 // bytes of scratch space of a thread: the largest that r0.3 can say
)

// args checks a list of payload pieces. A piece must lie in the registers of a thread.
func (p *zeParser) args(list []zeArg, k *Kernel, at string) ([]PayloadArg, error) {
	var out []PayloadArg
	kernel, maxPayload := k.Name, k.Registers()*GRFSize
	for i, z := range list {
		a, where := z.PayloadArg, fmt.Sprintf("%s[%d]", at, i)
		a.Index = -1
		if z.Index != nil {
			a.Index = *z.Index
		}
		if a.BTI = -1; z.BTI != nil {
			a.BTI = *z.BTI
		}
		if t, ok := newerTypes[a.Type]; ok {
			a.Type = t
		}
		switch {
		case z.BTI != nil && (*z.BTI < 0 || *z.BTI > maxBTI):
			return nil, p.errAt(where+".bti_value", "kernel %s: bti_value %d; legal are 0 to %d", kernel, *z.BTI, maxBTI)
		case a.Type == "":
			return nil, p.errAt(where, "kernel %s: payload argument without arg_type", kernel)
		case z.Index != nil && (a.Index < 0 || a.Index > maxArgs):
			return nil, p.errAt(where+".arg_index", "kernel %s: arg_index %d; legal are 0 to %d", kernel, a.Index, maxArgs)
		case a.Offset < 0 || a.Size < 0 || a.Offset > maxPayload || a.Size > maxPayload-a.Offset:
			return nil, p.errAt(where+".offset", "kernel %s: %s of %d bytes at %d is outside the %d bytes of the registers",
				kernel, a.Type, a.Size, a.Offset, maxPayload)
		case a.Alignment < 0 || a.Alignment > MaxSLM:
			return nil, p.errAt(where+".slm_alignment", "kernel %s: slm_alignment %d; legal are 0 to %d", kernel, a.Alignment, MaxSLM)
		case a.SourceOffset < 0 || a.SourceOffset > maxPayload:
			return nil, p.errAt(where+".source_offset", "kernel %s: source_offset %d; legal are 0 to %d", kernel, a.SourceOffset, maxPayload)
		}
		if a.Type == LocalID && (a.Size == 0 || a.Size%GRFSize != 0) {
			return nil, p.errAt(where+".size", "kernel %s: local_id of %d bytes; legal are multiples of %d", kernel, a.Size, GRFSize)
		}
		out = append(out, a)
	}
	return out, nil
}
