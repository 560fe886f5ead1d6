import Kernel

/// Numbers that look like chance and follow from a seed: SplitMix64.
///
/// Source: Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators", 2014.
struct SandboxRandom: Sendable {
    private var state: UInt64

    /// Begins a sequence.
    init(_ seed: UInt64) {
        state = seed
    }

    /// Begins the sequence that belongs to several numbers.
    init(of seeds: UInt64...) {
        var mixed: UInt64 = 0
        for seed in seeds {
            var random = SandboxRandom(mixed ^ seed)
            mixed = random.next()
        }
        state = mixed
    }

    /// The next number.
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }

    /// A number in 0..<bound; which of them comes is as likely as any other, near enough.
    mutating func below(_ bound: Int) -> Int {
        precondition(bound > 0, "there is something to choose from")
        return Int(next().multipliedFullWidth(by: UInt64(bound)).high)
    }

    /// A number of a range.
    mutating func within(_ range: ClosedRange<Int>) -> Int {
        range.lowerBound + below(range.count)
    }

    /// Whether something happens that happens so many times in a thousand.
    mutating func happens(_ permille: Int) -> Bool { below(1_000) < permille }

    /// A text of letters and digits.
    mutating func text(_ count: Int) -> String {
        String((0..<count).map { _ in Self.letters[below(Self.letters.count)] })
    }

    /// A UUID.
    mutating func uuid() -> String {
        let high = next() & 0xFFFF_FFFF_FFFF_0FFF | 0x4000
        let low = next() & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
        return RawID(high: high, low: low).text
    }

    private static let letters = Array(
        "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
    )
}
