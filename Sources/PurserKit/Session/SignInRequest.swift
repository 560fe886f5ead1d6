public import Foundation
public import Kernel
import Synchronization

/// A sign-in at the server's page, begun and not yet finished.
///
/// Made by ``SessionService/beginSignIn(redirectURI:scopes:loginHint:)``. It is good for one answer
/// of the page, and holds the secret that redeems it; so it stays in the memory of the app.
public final class SignInRequest: Sendable {
    /// The page, for a browser.
    public let url: URL
    /// Where the page sends the browser back to.
    public let redirectURI: String
    /// What the page must send back, so that nobody else's answer is taken.
    public let state: String
    /// What an ID token must hold.
    public let nonce: String
    let issuer: String
    let clientID: String
    let verifier: String
    private let isTaken = Mutex(false)

    init(
        url: URL,
        redirectURI: String,
        state: String,
        nonce: String,
        issuer: String,
        clientID: String,
        verifier: String
    ) {
        self.url = url
        self.redirectURI = redirectURI
        self.state = state
        self.nonce = nonce
        self.issuer = issuer
        self.clientID = clientID
        self.verifier = verifier
    }

    /// Takes the answer of the page; whether it is the first.
    func take() -> Bool {
        isTaken.withLock { isTaken in
            defer { isTaken = true }
            return !isTaken
        }
    }
}

extension SignInRequest: Confidential {
    /// Says where the answer goes; never what is secret.
    public var description: String { "<sign-in to \(redirectURI)>" }
}
