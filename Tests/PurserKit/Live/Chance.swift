import Synchronization

/// Numbers by chance, the same for the same seed (SplitMix64).
final class Chance: Sendable {
    private let state: Mutex<UInt64>

    init(seed: UInt64) { state = Mutex(seed) }

    func next() -> UInt64 {
        state.withLock { state in
            state &+= 0x9E37_79B9_7F4A_7C15
            var number = state
            number = (number ^ (number >> 30)) &* 0xBF58_476D_1CE4_E5B9
            number = (number ^ (number >> 27)) &* 0x94D0_49BB_1331_11EB
            return number ^ (number >> 31)
        }
    }

    /// A number of 0..<limit.
    func number(below limit: Int) -> Int { Int(next() % UInt64(limit)) }

    /// One of several.
    func one<Element>(of elements: [Element]) -> Element { elements[number(below: elements.count)] }
}
