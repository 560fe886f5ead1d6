/// Bytes as hexadecimal digits in lower case, two for each byte.
public enum Hexadecimal {
    /// Writes bytes as text.
    public static func text(_ bytes: UnsafeRawBufferPointer) -> String {
        String(unsafeUninitializedCapacity: bytes.count * 2) { buffer in
            for (index, byte) in bytes.enumerated() {
                buffer[2 * index] = digit(byte >> 4)
                buffer[2 * index + 1] = digit(byte & 0xF)
            }
            return bytes.count * 2
        }
    }

    private static func digit(_ value: UInt8) -> UInt8 { value < 10 ? value + 0x30 : value + 0x57 }
}
