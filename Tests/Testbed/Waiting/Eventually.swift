public import Testing

/// Waits until something holds that others bring about.
///
/// A test fails where it does not hold within two minutes, and is told what was waited for.
///
/// - Parameters:
///   - what: What is waited for, for the failure.
///   - isolation: Where `holds` runs.
///   - sourceLocation: Where the failure is told of.
///   - holds: Asked every millisecond.
public func eventually(
    _ what: String,
    isolation: isolated (any Actor)? = #isolation,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ holds: () async throws -> Bool
) async {
    let deadline = ContinuousClock.now + .seconds(120)
    do {
        while try await !holds() {
            guard .now < deadline else {
                Issue.record("it never happened: \(what)", sourceLocation: sourceLocation)
                return
            }
            try await Task.sleep(for: .milliseconds(1))
        }
    } catch {
        Issue.record(error, "waiting: \(what)", sourceLocation: sourceLocation)
    }
}
