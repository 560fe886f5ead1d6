public import Contract

/// Who is signed in, and everything about the account.
public struct SessionService: Sendable {
    let purser: Purser

    /// Signs a member in, and keeps the session.
    ///
    /// The code is of the authenticator app, for a member who has a second factor.
    ///
    /// - Returns: The member.
    /// - Throws: ``PurserError``, `unauthorized` when e-mail, password or code is wrong.
    @discardableResult
    public func signIn(
        email: String,
        password: String,
        code: String? = nil
    ) async throws -> API.Banking.User {
        try await loginUser(email: email, password: password, code: code).user
    }

    /// Signs a member in with a token of another issuer that the server knows, such as Supabase.
    ///
    /// The token is exchanged at once for a session of the server's own, which is what is kept: it
    /// is renewed as any other, and can be signed out.
    ///
    /// - Throws: ``PurserError``, `unauthorized` when the server does not take the token.
    public func signIn(token: String) async throws {
        let answer: TokenAnswer
        do {
            answer = try await purser.client.renewed(byBearer: token)
        } catch let error as PurserError {
            throw error.ofSignIn()
        }
        try await keep(answer)
    }

    /// Signs the member out: on this device in any case, and on the server if it can be reached.
    ///
    /// Everything that is kept of the member is removed, writes that still wait for the network
    /// among it; ``OfflineQueue`` tells whether there are any.
    ///
    /// - Throws: ``PurserError`` `storage` when something may still be kept; to call it again tries
    ///   to remove that again.
    public func signOut() async throws {
        let client = purser.client
        try await detached {
            var failure: (any Error)?
            let session = (try? await client.keeper.session()) ?? nil
            do { try await client.keeper.end(.byMember) } catch { failure = error }
            do { try await client.forget() } catch { failure = failure ?? error }
            if let session { await client.endOnServer(session) }
            if let failure { throw failure }
        }
    }

    /// Does all of something, also when nobody waits for it any more: the view that signs out is
    /// gone, and its task cancelled, as soon as it is told that nobody is signed in.
    func detached(_ work: @escaping @Sendable () async throws -> Void) async throws {
        try await Task(operation: work).value
    }

    /// Whether somebody is signed in, now and from now on.
    ///
    /// A state that passes before it is looked at is skipped.
    public var states: AsyncStream<SessionState> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let task = Task { [keeper = purser.client.keeper] in
                _ = try? await keeper.session()
                for await state in keeper.state.values { continuation.yield(state) }
                continuation.finish()
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    /// Whether somebody is signed in.
    ///
    /// - Throws: ``PurserError`` `storage` when the kept session cannot be read.
    public var state: SessionState {
        get async throws {
            _ = try await purser.client.keeper.session()
            return purser.client.keeper.state.value
        }
    }
}
