import Contract
import Kernel
import Synchronization

/// Who is signed in: the one place where a session begins, changes and ends.
///
/// Changes run one after the other, and each looks first whether the session it is about is still
/// the one that is kept. So a refresh that comes late neither brings back a session that ended nor
/// ends one that began after it.
actor SessionKeeper {
    /// What calls look at, without waiting for anybody.
    private struct Present {
        var session: StoredSession?
        var isLoaded = false
        /// Whether the store holds less than is kept here, because it could not be written.
        var isUnsaved = false
    }

    private nonisolated let present = Mutex(Present())
    private nonisolated let store: any TokenStore
    private nonisolated let executor = BlockingExecutor("purser.session")
    private nonisolated let time: Timekeeper
    /// Whether somebody is signed in.
    nonisolated let state = Broadcast(SessionState.unknown)
    /// Refreshes under way, by the access token that each replaces.
    private var refreshes: [String: SingleFlight<SessionToken?>] = [:]
    /// When a token that is still good may be renewed again, after it was tried.
    private var earlyAgain = Duration.zero

    init(_ store: any TokenStore, _ time: Timekeeper) {
        self.store = store
        self.time = time
    }

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// Whose data may be kept and shown; `nil` when nobody is signed in.
    ///
    /// - Throws: ``PurserError`` `storage`.
    nonisolated func owner() async throws -> String? { try await session()?.owner }

    /// Who is signed in.
    ///
    /// - Throws: ``PurserError`` `unauthorized` when nobody is, `storage`.
    nonisolated func member() async throws -> String {
        guard let owner = try await owner() else { throw PurserError.signedOut }
        return owner
    }

    /// The present session.
    ///
    /// - Throws: ``PurserError`` `storage`.
    nonisolated func session() async throws -> StoredSession? {
        let present = present.withLock { $0 }
        guard present.isLoaded, !present.isUnsaved else { return try await settled() }
        return present.session
    }

    /// What a call carries now; `nil` when nobody is signed in.
    ///
    /// A token that is about to end is renewed behind the call, which goes on with it: it is
    /// refused at the worst, and then the call waits, by ``Timekeeper/uptime`` until `deadline`.
    ///
    /// - Throws: ``PurserError``; `CancellationError`.
    nonisolated func token(
        through client: Client,
        before deadline: Duration
    ) async throws -> SessionToken? {
        guard let session = try await session() else { return nil }
        let now = time.now()
        guard session.wantsRenewal(at: now) else { return session.token }
        guard session.hasEnded(at: now) else {
            await renewEarly(session, through: client)
            return session.token
        }
        return try await token(insteadOf: session.token, through: client, before: deadline)
    }

    /// What a call carries in place of a token that was refused or has ended; `nil` when its member
    /// is not signed in any more.
    ///
    /// - Throws: ``PurserError``; `CancellationError`.
    func token(
        insteadOf old: SessionToken,
        through client: Client,
        before deadline: Duration
    ) async throws -> SessionToken? {
        var session = present.withLock(\.session)
        if session?.accessToken == old.access, refreshes[old.access] == nil {
            takeOver()
            session = present.withLock(\.session)
        }
        guard let session, session.owner == old.owner else { return nil }
        guard session.accessToken == old.access else { return session.token }
        let refresh = refresh(of: session, through: client)
        return try await refresh.value(within: deadline - time.uptime(), time)
    }

    /// Takes over a session that begins.
    ///
    /// - Returns: The session that it takes the place of.
    /// - Throws: ``PurserError`` `storage`; then nothing has changed.
    @discardableResult
    func begin(_ answer: TokenAnswer) throws -> StoredSession? {
        let former = present.withLock(\.session)
        let session = StoredSession(answer, id: time.newName())
        do {
            try store.save(session)
        } catch {
            throw PurserError(.storage, "The session could not be kept", because: error)
        }
        set(session, .signedIn(owner: session.owner))
        return former
    }

    /// Ends the session on this device.
    ///
    /// - Returns: The session that ended.
    /// - Throws: ``PurserError`` `storage` when it may still be kept; nobody is signed in even so.
    @discardableResult
    func end(_ reason: SessionState.Reason) throws -> StoredSession? {
        let session = present.withLock(\.session)
        set(nil, .signedOut(reason))
        do {
            try store.remove()
        } catch {
            throw PurserError(.storage, "The session could not be forgotten", because: error)
        }
        return session
    }

    /// Ends a session on this device, unless another began since.
    ///
    /// - Returns: Whether it was still there.
    /// - Throws: As ``end(_:)`` does.
    func end(_ session: StoredSession, _ reason: SessionState.Reason) throws -> Bool {
        guard present.withLock(\.session)?.id == session.id else { return false }
        try end(reason)
        return true
    }

    /// Takes what became of a refresh; without an answer the server knows the session no more.
    ///
    /// - Returns: What the member's calls carry from now on.
    @discardableResult
    func finish(_ old: StoredSession, with answer: TokenAnswer?) -> SessionToken? {
        refreshes[old.accessToken] = nil
        takeOver()
        guard var session = present.withLock(\.session), session.owner == old.owner else {
            return nil
        }
        guard session.id == old.id else { return session.token }
        if let answer {
            session.accessToken = answer.accessToken
            session.refreshToken = answer.refreshToken ?? session.refreshToken
            session.issuedAt = answer.receivedAt.milliseconds
            session.expiresAt = answer.expiresAt.milliseconds
            set(session, .signedIn(owner: session.owner))
            save(session)
            return session.token
        }
        // Another process of the app, or another call, may have been faster.
        guard session.accessToken == old.accessToken else { return session.token }
        set(nil, .signedOut(.expired))
        // What stays kept is refused once more at the next start, and that is all.
        try? store.remove()
        return nil
    }

    /// Waits until no refresh is under way.
    func rest() async {
        for refresh in refreshes.values { _ = try? await refresh.value() }
    }

    private func refresh(
        of session: StoredSession,
        through client: Client
    ) -> SingleFlight<SessionToken?> {
        if let running = refreshes[session.accessToken] { return running }
        let refresh = SingleFlight { [self] in
            do {
                let answer = try await client.renewed(session)
                return await finish(session, with: answer)
            } catch let error as PurserError where error.kind == .unauthorized {
                return await finish(session, with: nil)
            } catch {
                await giveUpRefresh(of: session)
                throw error
            }
        }
        refreshes[session.accessToken] = refresh
        return refresh
    }

    private func giveUpRefresh(of session: StoredSession) { refreshes[session.accessToken] = nil }

    private func renewEarly(_ session: StoredSession, through client: Client) {
        guard refreshes[session.accessToken] == nil, time.uptime() >= earlyAgain else { return }
        earlyAgain = time.uptime() + Self.earlyPause
        takeOver()
        guard present.withLock(\.session) == session else { return }
        _ = refresh(of: session, through: client)
    }

    /// The present session, once it was read and everything is written.
    private func settled() throws -> StoredSession? {
        let present = present.withLock { $0 }
        if present.isLoaded {
            if present.isUnsaved, let session = present.session { save(session) }
            return present.session
        }
        let session: StoredSession?
        do {
            session = try store.load()
        } catch {
            state.tell(.unreadable)
            throw PurserError(.storage, "The session could not be read", because: error)
        }
        set(session, session.map { .signedIn(owner: $0.owner) } ?? .signedOut(.none))
        return session
    }

    /// Takes over what another process of the app did: renewed the session, ended it, or began
    /// another one.
    private func takeOver() {
        let present = present.withLock { $0 }
        // What cannot be read now, or was never written, tells nothing.
        guard let session = present.session, !present.isUnsaved,
            let kept = Result(catching: { try store.load() }).success, kept != session
        else { return }
        set(kept, kept.map { .signedIn(owner: $0.owner) } ?? .signedOut(.byMember))
    }

    private func save(_ session: StoredSession) {
        do {
            try store.save(session)
            present.withLock { $0.isUnsaved = false }
        } catch {
            present.withLock { $0.isUnsaved = true }
        }
    }

    private func set(_ session: StoredSession?, _ state: SessionState) {
        present.withLock { $0 = Present(session: session, isLoaded: true) }
        self.state.tell(state)
    }

    private static let earlyPause = Duration.seconds(30)
}

extension PurserError {
    /// That a call needs a member.
    static var signedOut: PurserError { PurserError(.unauthorized, "Nobody is signed in") }
}

extension Result {
    fileprivate var success: Success? { try? get() }
}
