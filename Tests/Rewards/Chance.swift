/// Random numbers that a seed decides (SplitMix64), so that a failure can be seen again.
struct Chance {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    /// A number from 0 up to, and without, a bound.
    mutating func below(_ bound: Int) -> Int {
        state &+= 0x9E37_79B9_7F4A_7C15
        var bits = state
        bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
        return Int((bits ^ (bits >> 31)).multipliedFullWidth(by: UInt64(bound)).high)
    }

    /// True once in so many times.
    mutating func oneIn(_ count: Int) -> Bool { below(count) == 0 }
}
