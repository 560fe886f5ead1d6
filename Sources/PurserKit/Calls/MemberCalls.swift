package import Contract

/// Calls the server for one member, and for nobody who signs in meanwhile.
package struct MemberCalls: Sendable {
    /// The member, by the name under which the device keeps what is theirs.
    package let owner: String
    /// The session at the server; empty for one of another issuer.
    package let session: String
    private let client: Client
    private let options: CallOptions

    /// The calls of who is signed in.
    ///
    /// - Throws: ``PurserError`` `unauthorized` when nobody is; `storage`.
    package init(_ purser: Purser) async throws {
        client = purser.client
        options = purser.options
        guard let session = try await client.keeper.session() else { throw PurserError.signedOut }
        owner = session.owner
        self.session = TokenClaims(of: session.accessToken)?.session ?? ""
    }

    /// Calls an endpoint.
    ///
    /// - Throws: ``PurserError``, `unauthorized` when another member is signed in by now;
    ///   `CancellationError`.
    package func call<Input: WireInput, Output: Codable & Sendable>(
        _ endpoint: Endpoint<Input, Output>,
        _ input: Input
    ) async throws -> Output {
        let key = endpoint.repeats == .withKey ? client.time.newName() : nil
        let call = try PreparedCall(endpoint, input, idempotencyKey: key)
        let reader = AnswerReader(endpoint)
        try await client.ask(call, options, owner: owner, reader)
        return reader.answer
    }
}
