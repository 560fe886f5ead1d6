/// Neighbouring network addresses, such as `10.0.0.0/8`, `2001:db8::/32` or one alone (RFC 4632).
public struct AddressBlock: Sendable, Hashable {
    private let first: IPAddress
    private let highMask: UInt64
    private let lowMask: UInt64

    /// Reads a block as it is configured.
    ///
    /// - Returns: `nil` when it is none, or when it has an address within the block and not its
    ///   first: whoever writes `10.0.0.1/8` means something else.
    public init?(_ text: String) {
        let sides = text.split(separator: "/", omittingEmptySubsequences: false)
        guard let address = IPAddress(sides[0]), sides.count <= 2 else { return nil }
        let width = address.isIPv4 && !sides[0].contains(":") ? 32 : 128
        var length = width
        if sides.count == 2 {
            guard sides[1].utf8.allSatisfy({ (0x30...0x39).contains($0) }),
                let given = Int(sides[1]), given <= width
            else { return nil }
            length = given
        }
        length += 128 - width
        highMask = Self.mask(min(length, 64))
        lowMask = Self.mask(max(length - 64, 0))
        guard address.high & ~highMask == 0, address.low & ~lowMask == 0 else { return nil }
        first = address
    }

    func contains(_ address: IPAddress) -> Bool {
        address.high & highMask == first.high && address.low & lowMask == first.low
    }

    /// As many ones as told, from the left.
    private static func mask(_ ones: Int) -> UInt64 {
        ones == 0 ? 0 : ~0 << UInt64(64 - ones)
    }
}
