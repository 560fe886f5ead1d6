/// What an anonymous caller is counted and remembered under: an IPv4 address, or the /64 of an IPv6
/// one, because whoever has one address of a /64 has all of them.
///
/// Its text is short whatever a caller sends.
struct NetworkAddress: Sendable, Hashable {
    /// The address as callers are keyed by it: `192.0.2.1`, `2001:db8:0:1::/64`.
    let text: String

    /// The network of a machine; of a socket that is not of the Internet there is one for all.
    init(_ address: IPAddress?) {
        guard let address else {
            text = "unknown"
            return
        }
        if address.isIPv4 {
            text = [24, 16, 8, 0].map { "\(address.low >> $0 & 0xFF)" }.joined(separator: ".")
        } else {
            let groups = [48, 32, 16, 0].map { String(address.high >> $0 & 0xFFFF, radix: 16) }
            text = "\(groups.joined(separator: ":"))::/64"
        }
    }
}
