// Package heap has the first 128 MB of Go's heap made of pages of 2 MB, where the
// system has them on request (Linux, transparent huge pages as madvise), and more with
// Room. A program imports it for that alone.
//
// A process that compiles a small kernel writes 4 MB of memory, 900 pages of 4 kB.
// The system enters and clears each of them when it is first written, which took
// more time than all that the compiler does with them. Go maps its heap 4 MB at a
// time as it grows and asks for no large pages, and a mapping forgets what was asked
// of the addresses before. So a goroutine with a large stack takes 128 MB at once:
// they are mapped, and when it ends they are the heap's, which has not written any.
package heap
