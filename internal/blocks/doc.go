// Package blocks decodes texels of compressed blocks: S3TC, RGTC, BPTC, ETC1, ETC2, EAC and FXT1, as the
// documents that specs/eu/formats.md names define them. A texel is decoded alone, from the
// bytes of its block, to what the block says: before the curve of sRGB, and without the
// components that the format lacks.
//
// What may not live here: where a block lies in an image (sim/mem), which formats there
// are (internal/formats).
package blocks
