import Contract
import SQL

extension IdentityOperations {
    /// Makes sure that a signed-in caller's session still lives.
    ///
    /// Operations find out in their own transaction; this is for a call that is refused before its
    /// operation begins, because an ended session must hear 401 first.
    ///
    /// - Throws: ``Problem`` `unauthenticated`; `DatabaseError`.
    public func requireLiveSession(_ call: Call) async throws {
        guard case .member = call.caller else { return }
        try await reading(call) { _, _ in }
    }
}
