import Operations

/// An answer that can be told while it is made: what came before it was checked and is in order.
struct ToldAnswer<Output: Sendable>: Sendable {
    /// Makes the answer, and tells of it meanwhile.
    let make: @Sendable (_ tell: @escaping @Sendable (ChatProgress) -> Void) async throws -> Output
}

extension ToldAnswer {
    /// The answer in words.
    func worded(_ words: @escaping @Sendable (Output) throws -> String) -> ToldAnswer<String> {
        ToldAnswer<String> { [make] tell in try words(try await make(tell)) }
    }
}
