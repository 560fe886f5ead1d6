/// Random numbers that a seed decides: the same on every machine and in every release.
///
/// SplitMix64 (Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators", 2014). The
/// ways to draw from it are written out here, because those of the standard library may change.
struct Chance: Sendable {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    /// The next 64 bits.
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var bits = state
        bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
        return bits ^ (bits >> 31)
    }

    /// A number from 0 up to, and without, a bound.
    mutating func below(_ bound: Int) -> Int {
        precondition(bound > 0, "there is something to choose from")
        return Int(next().multipliedFullWidth(by: UInt64(bound)).high)
    }

    /// A number of a range.
    mutating func within(_ range: ClosedRange<Int64>) -> Int64 {
        range.lowerBound + Int64(below(Int(range.upperBound - range.lowerBound) + 1))
    }

    /// True once in so many times.
    mutating func oneIn(_ count: Int) -> Bool { below(count) == 0 }

    /// One of several things.
    mutating func pick<Thing>(_ things: [Thing]) -> Thing { things[below(things.count)] }

    /// One of several things; `nil` when there are none.
    mutating func pickAny<Thing>(_ things: [Thing]) -> Thing? {
        things.isEmpty ? nil : pick(things)
    }

    /// One of several things, each as likely as its weight says.
    mutating func pick<Thing>(_ things: [(weight: Int, thing: Thing)]) -> Thing {
        var drawn = below(things.reduce(0) { $0 + $1.weight })
        for (weight, thing) in things {
            drawn -= weight
            if drawn < 0 { return thing }
        }
        preconditionFailure("a draw lies within the weights")
    }

    /// The things in another order.
    mutating func shuffled<Thing>(_ things: [Thing]) -> [Thing] {
        var things = things
        for index in things.indices.reversed().dropLast() {
            things.swapAt(index, below(index + 1))
        }
        return things
    }
}
