package native

import "slices"

// IsSurfaceFormat says that a surface can have a format of this name, such as
// R8G8_UNORM (Lakefield PRM vol. 2b, SURFACE_FORMAT).
func IsSurfaceFormat(name string) bool { return slices.Contains(surfaceFormats, name) }
