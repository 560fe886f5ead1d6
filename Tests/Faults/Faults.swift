import Foundation
import Testing

/// What happens to the real program when something around it fails.
///
/// One after another: each of these tests needs the machine for itself.
@Suite("Faults", .serialized)
struct Faults {}

/// Waits until something holds.
///
/// - Throws: When it still does not after a minute.
func until(_ what: String, _ holds: () async throws -> Bool) async throws {
    let deadline = ContinuousClock.now + .seconds(60)
    while try await !holds() {
        try #require(.now < deadline, "a minute went by without this: \(what)")
        try await Task.sleep(for: .milliseconds(5))
    }
}
