/// Names by the order in which they were first told.
struct NameTable<Name: Hashable & Sendable>: Sendable {
    private var known: [Name: Int32] = [:]

    /// The number of a name.
    mutating func number(of name: Name, upTo most: Int32) -> Int32 {
        if let number = known[name] { return number }
        let number = Int32(known.count)
        precondition(number < most, "there are not that many names")
        known[name] = number
        return number
    }
}
