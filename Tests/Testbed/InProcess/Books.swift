import Operations

extension InProcessServer {
    /// What does not fit in any household's books; `nil` when everything does.
    public func faultInBooks() async throws -> String? {
        try await operations.ledger.verifyBooks().firstFault?.description
    }
}
