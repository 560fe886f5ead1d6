#include <zlib.h>

// deflateInit2 is a macro, and a stream may not move while it is used.

/// The most bytes that so many become in the gzip format.
static inline unsigned long purser_gzip_bound(unsigned long count) {
    // What compressBound says of the zlib format, and what the head and foot of gzip are longer.
    return compressBound(count) + 12;
}

/// Writes bytes in the gzip format (RFC 1952), as small as zlib makes them.
///
/// Returns how many bytes of the buffer that took; 0 when there is no memory, or the buffer is
/// shorter than purser_gzip_bound has it.
static inline unsigned long purser_gzip(
    const unsigned char *bytes, unsigned int count, unsigned char *buffer, unsigned int size
) {
    z_stream stream = {0};
    stream.next_in = (unsigned char *)bytes;
    stream.avail_in = count;
    stream.next_out = buffer;
    stream.avail_out = size;
    if (deflateInit2(
            &stream, Z_BEST_COMPRESSION, Z_DEFLATED, 16 + MAX_WBITS, MAX_MEM_LEVEL,
            Z_DEFAULT_STRATEGY
        ) != Z_OK) {
        return 0;
    }
    int code = deflate(&stream, Z_FINISH);
    unsigned long written = stream.total_out;
    deflateEnd(&stream);
    return code == Z_STREAM_END ? written : 0;
}
