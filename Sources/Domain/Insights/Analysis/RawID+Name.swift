import Crypto
import Kernel

extension RawID {
    /// A version 8 UUID (RFC 9562, section 5.8) of the hash of a name: the same for the same name.
    init(named name: String) {
        let halves = SHA256.hash(data: Array(name.utf8)).withUnsafeBytes { bytes in
            let half = { bytes.loadUnaligned(fromByteOffset: $0, as: UInt64.self).bigEndian }
            return (high: half(0), low: half(8))
        }
        self.init(
            high: halves.high & ~0xF000 | 0x8000,
            low: halves.low & ~(0b11 << 62) | 0b10 << 62
        )
    }
}
