/// Waits until something holds.
///
/// `what`: What is waited for, for the error.
/// `limit`: How long; two minutes where nobody says.
/// Throws ``NeverHappened`` when it still does not hold then.
public func until(
    _ what: String,
    within limit: Duration = .seconds(120),
    _ holds: () async throws -> Bool
) async throws {
    let deadline = ContinuousClock.now + limit
    while try await !holds() {
        guard .now < deadline else { throw NeverHappened(what: what) }
        try await Task.sleep(for: .milliseconds(1))
    }
}

/// Something that was waited for and did not come.
public struct NeverHappened: Error {
    /// What it was.
    public let what: String
}
