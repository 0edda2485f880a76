package opdefs

// Node is a statement or expression of a Semantics block.
type Node interface{ Where() Pos }

// Where is the node's place in its page.
func (p Pos) Where() Pos { return p }

// Stmt is one of *Block, *If, *For, *While, *Atomic, *Decl and *Assign.
type Stmt interface{ Node }

// Expr is one of *Num, *Ref, *Elem, *View, *Call, *Unary, *Binary and *Ternary.
type Expr interface{ Node }

// Block is a list of statements.
type Block struct {
	Pos
	List []Stmt
}

// If is a condition with one or two branches; Else may be nil.
type If struct {
	Pos
	Cond       Expr
	Then, Else Stmt
}

// For counts Var from From while it is below To. Lanes marks the loop over all
// elements of the instruction (0 to exec_size).
type For struct {
	Pos
	Var      *Local
	From, To Expr
	Step     int64
	Lanes    bool
	Body     Stmt
}

// While repeats Body while Cond is true.
type While struct {
	Pos
	Cond Expr
	Body Stmt
}

// Atomic is one indivisible read-modify-write of Place. Body sees the value
// before as Old; Update is the call of rmw that gives the value after.
type Atomic struct {
	Pos
	Place  *View
	Old    *Local
	Body   *Block
	Update *Call
}

// Decl declares a local.
type Decl struct {
	Pos
	Var  *Local
	Init Expr
}

// Assign stores Value to Place, a *Ref to a local, an *Elem or a *View. The
// compound assignments of the source are expanded: Value reads Place.
type Assign struct {
	Pos
	Place Expr
	Value Expr
}

// Local is a variable of the body. Sized locals wrap at each store; an int
// (Sized false) is exact.
type Local struct {
	Pos
	Name  string
	Type  Type
	Sized bool
	Loop  bool // the variable of a loop
	Lane  bool // the variable of a loop over all elements
	Old   bool // the old value of an atomic
	reads int
}

// Num is a number; Float tells 1.0 from 1.
type Num struct {
	Pos
	Int   uint64
	F     float64
	Float bool
}

// Ref names a local, a number field, a scalar operand of a memory op, or
// exec_size or GRF_SIZE (Env).
type Ref struct {
	Pos
	Local *Local
	Field *OpField
	Env   string
}

// Elem is element Index of a vector operand, or of ChEn, EM or Pred (Mask).
type Elem struct {
	Pos
	Field *OpField
	Mask  string
	Index Expr
}

// View is an element of memory ("surface" or "flat", Index in bytes) or of a
// raw operand (Index in elements). Auto marks the view AT of atomics.
type View struct {
	Pos
	Memory string
	Field  *OpField
	Type   Type
	Auto   bool
	Index  Expr
}

// Call is a built-in. Operand is the operand of is_float(src0) and its like.
type Call struct {
	Pos
	Name    string
	Operand *OpField
	Args    []Expr
}

// Unary is -x, ~x or !x.
type Unary struct {
	Pos
	Op string
	X  Expr
}

// Binary is an infix operator with C's meaning.
type Binary struct {
	Pos
	Op   string
	X, Y Expr
}

// Ternary is c ? a : b.
type Ternary struct {
	Pos
	C, A, B Expr
}

// builtins are the functions of the language with their number of arguments.
var builtins = map[string]int{
	"abs": 1, "min": 2, "max": 2, "bit": 2, "bits": 3, "sext": 2,
	"popcount": 1, "leading_zeros": 1, "trailing_zeros": 1, "bit_reverse": 1,
	"idiv": 2, "imod": 2, "fma": 3, "floor": 1, "ceil": 1, "trunc": 1,
	"roundeven": 1, "sqrt": 1, "quotient": 2, "rsqrt": 1, "inv": 1, "exp2": 1, "log2": 1, "pow": 2, "frac": 1, "ieee_sqrt": 1,
	"sin": 1, "cos": 1, "convert": 1, "compare": 3, "rmw": 4, "widen_half": 1, "fma_bits": 3, SumOfProducts: pairs,
}

// SumOfProducts is the built-in that takes factors in pairs, two to four of them, and
// Undefined the name of what an element is that nothing says the value of.
const (
	SumOfProducts = "dot"
	Undefined     = "undefined"
)

// pairs says that a built-in takes 4, 6 or 8 arguments.
const pairs = -1

// operandBuiltin is a function that takes the name of an operand first, then so
// many expressions. On is the type of the operand; "" is dst or vec.
type operandBuiltin struct {
	args int
	on   FieldType
}

var operandBuiltins = map[string]operandBuiltin{
	"is_float": {0, ""}, "is_signed": {0, ""}, "is_pred": {0, ""}, "is_scalar": {0, TVec}, "width": {0, TVec},
	"shift_mask": {0, TDst}, "pred_size": {0, TVec}, "all_ones": {0, TDst}, "fits": {1, TDst}, "address_of": {1, TVec},
}

// binary operators by precedence, the loosest first.
var precedence = [][]string{
	{"||"}, {"&&"}, {"|"}, {"^"}, {"&"}, {"==", "!="}, {"<", "<=", ">", ">="},
	{"<<", ">>"}, {"+", "-"}, {"*"},
}
