/// How long to wait before a call to a vendor is made again.
///
/// The pause doubles with each attempt. Half of it is left to chance, so that callers who failed
/// together do not come back together.
struct Backoff: Sendable {
    /// How often a call is made in all.
    let attempts: Int
    /// The pause after the first attempt, at most.
    let first: Duration
    /// The longest pause.
    let most: Duration

    /// The pause after an attempt.
    ///
    /// - Parameters:
    ///   - attempt: Which one failed, from 1.
    ///   - asked: How long the vendor asked to be left alone. A vendor who asks for longer than the
    ///     longest pause is not asked again.
    ///   - chance: A number in 0..<1.
    /// - Returns: The pause; `nil` when there is to be no other attempt.
    func pause(after attempt: Int, asked: Duration?, chance: Double) -> Duration? {
        guard attempt < attempts else { return nil }
        if let asked, asked > most { return nil }
        let whole = min(most, first * (1 << min(attempt - 1, 16)))
        let pause = whole / 2 + whole / 2 * chance
        return max(pause, asked ?? .zero)
    }
}
