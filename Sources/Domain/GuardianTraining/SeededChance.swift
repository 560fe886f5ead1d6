import Guardian

/// Numbers that look random and that a seed decides: the same on every machine, in any release.
///
/// SplitMix64 (Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators", 2014), and
/// Marsaglia's polar method for normal variates ("A Convenient Method for Generating Normal
/// Variables", 1964), which needs no sine.
struct SeededChance: Sendable {
    private var state: UInt64
    private var spare: Double?

    /// What is drawn from one seed: each use has numbers of its own.
    enum Use: UInt64 {
        case referenceSet = 1
        case groceryCentres = 2
        case learningCurve = 3
    }

    /// Makes the generator of a use.
    init(seed: UInt64, for use: Use) {
        self.init(state: seed)
        state = next() ^ use.rawValue
        state = next()
    }

    init(state: UInt64) {
        self.state = state
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

    /// A multiple of 2^-53 from 0 up to, and without, 1.
    mutating func uniform() -> Double { Double(next() >> 11) * 0x1p-53 }

    /// A normal variate with mean 0 and deviation 1.
    mutating func normal() -> Double {
        if let spare {
            self.spare = nil
            return spare
        }
        while true {
            let x = 2 * uniform() - 1
            let y = 2 * uniform() - 1
            let square = x * x + y * y
            guard square > 0, square < 1 else { continue }
            let scale = (-2 * PortableMath.log(square) / square).squareRoot()
            spare = y * scale
            return x * scale
        }
    }

    /// The index of one of several weights, each as likely as it says.
    mutating func pick(weights: [Int]) -> Int {
        var drawn = below(weights.reduce(0, +))
        for (index, weight) in weights.enumerated() {
            drawn -= weight
            if drawn < 0 { return index }
        }
        preconditionFailure("a draw lies within the weights")
    }
}
