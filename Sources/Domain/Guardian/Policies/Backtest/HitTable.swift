/// For which purchases which policies were true: one bit each.
struct HitTable: Sendable {
    private let policies: Int
    /// 64 blocks of 64 purchases each, a word of bits for each policy in a block.
    private var chunks: [[UInt64]] = []

    init(policies: Int) { self.policies = policies }

    /// Makes room for a purchase.
    mutating func begin(_ purchase: Int) {
        if purchase >> 12 == chunks.count {
            chunks.append(Array(repeating: 0, count: policies * 64))
        }
    }

    mutating func set(_ policy: Int, _ purchase: Int) {
        chunks[purchase >> 12][(purchase >> 6 & 63) * policies + policy] |= 1 << (purchase & 63)
    }

    /// The purchases that a policy was true for, in order.
    func forEach(of policy: Int, _ body: (Int) -> Void) {
        for (number, chunk) in chunks.enumerated() {
            for block in 0..<64 {
                var word = chunk[block * policies + policy]
                while word != 0 {
                    body(number << 12 | block << 6 | word.trailingZeroBitCount)
                    word &= word - 1
                }
            }
        }
    }
}
