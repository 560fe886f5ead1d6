/// What takes room in a memory that has a most.
protocol TakesMemory {
    /// What it takes of memory, about.
    var bytes: Int { get }
}

/// Values by their keys, as large together as they may be, in two halves.
///
/// What is kept comes into the younger half; when that is full, the older one is forgotten and the
/// younger takes its place. So nothing is searched to make room.
struct TwoHalves<Key: Hashable & Sendable, Value: TakesMemory & Sendable>: Sendable {
    private var young: [Key: Value] = [:]
    private var old: [Key: Value] = [:]
    private var youngBytes = 0
    private let bytesMost: Int
    /// Of which half the younger one is, counted from the first.
    private(set) var half = 0

    /// Begins without values.
    init(bytesMost: Int) {
        self.bytesMost = bytesMost
    }

    /// How many keys have a value.
    var count: Int { young.count + old.keys.count { young[$0] == nil } }

    /// The value of a key, in whichever half it is.
    subscript(key: Key) -> Value? { young[key] ?? old[key] }

    /// Keeps a value in the younger half, in place of the one that its key has there.
    mutating func keep(_ value: Value, for key: Key) {
        if let replaced = young.updateValue(value, forKey: key) { youngBytes -= replaced.bytes }
        youngBytes += value.bytes
        guard youngBytes > bytesMost / 2 else { return }
        old = young
        young = [:]
        youngBytes = 0
        half += 1
    }
}
