import Foundation
import NIOCore

/// The address of one machine; an IPv4 address and its IPv4-mapped IPv6 form are the same.
struct IPAddress: Sendable, Hashable {
    /// The first 64 bits, of an IPv6 address.
    let high: UInt64
    /// The last 64 bits; of an IPv4 address as in its mapped form (RFC 4291, section 2.5.5.2).
    let low: UInt64

    /// Reads `192.0.2.1` or `2001:db8::1`; `nil` for anything else.
    init?(_ text: some StringProtocol) {
        guard let address = try? SocketAddress(ipAddress: String(text), port: 0) else {
            return nil
        }
        self.init(address)
    }

    /// The address of a socket; `nil` for one that is not of the Internet.
    init?(_ address: SocketAddress) {
        switch address {
        case .v4(let address):
            high = 0
            low = 0xFFFF_0000_0000 | UInt64(UInt32(bigEndian: address.address.sin_addr.s_addr))
        case .v6(let address):
            var bytes = address.address.sin6_addr
            (high, low) = withUnsafeBytes(of: &bytes) { bytes in
                (
                    UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)),
                    UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
                )
            }
        case .unixDomainSocket: return nil
        }
    }

    /// Whether it is an IPv4 address.
    var isIPv4: Bool { high == 0 && low >> 32 == 0xFFFF }

    /// Whether only this machine itself has it: 127.0.0.0/8 or ::1.
    var isLoopback: Bool {
        isIPv4 ? low >> 24 & 0xFF == 127 : high == 0 && low == 1
    }
}
