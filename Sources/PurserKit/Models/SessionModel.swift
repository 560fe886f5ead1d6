public import Observation

/// Whether somebody is signed in, for a screen to sign in and out.
@MainActor
@Observable
public final class SessionModel {
    /// Whether somebody is signed in.
    public private(set) var state: SessionState

    @ObservationIgnored private let purser: Purser
    @ObservationIgnored private var watch: Task<Void, Never>?
    private let action: ModelAction

    /// Makes a model; it follows the session for as long as it lives.
    public init(_ purser: Purser) {
        self.purser = purser
        action = ModelAction(purser)
        state = purser.client.keeper.state.value
        let states = purser.session.states
        watch = Task { [weak self] in
            for await state in states { self?.state = state }
        }
    }

    deinit { watch?.cancel() }

    /// Whether somebody signs in or out now.
    public var isBusy: Bool { action.isRunning }
    /// Why signing in or out failed; `nil` when it did not.
    public var error: PurserError? { action.error }
    /// Whether somebody is signed in.
    public var isSignedIn: Bool {
        if case .signedIn = state { true } else { false }
    }

    /// Signs a member in, with the code of the authenticator app where there is a second factor.
    ///
    /// - Returns: Whether it went well; if not ``error`` says why.
    @discardableResult
    public func signIn(email: String, password: String, code: String? = nil) async -> Bool {
        let done: Void? = await action.run("sign in") { purser in
            try await purser.session.signIn(email: email, password: password, code: code)
        }
        return done != nil
    }

    /// Signs the member out, and removes everything that is kept of it.
    ///
    /// - Returns: Whether it went well; if not something may still be kept.
    @discardableResult
    public func signOut() async -> Bool {
        let done: Void? = await action.run("sign out") { try await $0.session.signOut() }
        return done != nil
    }

    /// Forgets ``error``, once the member has read it.
    public func dismissError() { action.dismissError() }
}
