#if canImport(AuthenticationServices)
public import AuthenticationServices
import Foundation

extension SessionService {
    /// Signs a member in at the server's page, in the system's own browser sheet.
    ///
    /// - Parameters:
    ///   - redirectURI: Where the page sends the browser back to, with a scheme of the app's own.
    ///   - anchor: The window that the sheet is shown over.
    ///   - isPrivate: Whether the browser forgets afterwards who signed in.
    /// - Throws: ``PurserError``; `CancellationError` when the member closed the sheet.
    @MainActor
    public func signIn(
        redirectURI: String,
        over anchor: ASPresentationAnchor,
        isPrivate: Bool = true
    ) async throws {
        let request = try await beginSignIn(redirectURI: redirectURI)
        let scheme = redirectURI.prefix { $0 != ":" }
        let sheet = SignInSheet(anchor)
        let callback = try await sheet.open(
            request.url,
            scheme: String(scheme),
            isPrivate: isPrivate
        )
        try await finishSignIn(request, callback: callback)
    }
}

/// The system's browser sheet, opened once.
@MainActor
private final class SignInSheet: NSObject, ASWebAuthenticationPresentationContextProviding {
    private let anchor: ASPresentationAnchor
    private var session: ASWebAuthenticationSession?

    init(_ anchor: ASPresentationAnchor) {
        self.anchor = anchor
    }

    func open(_ url: URL, scheme: String, isPrivate: Bool) async throws -> String {
        defer { session = nil }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let session = ASWebAuthenticationSession(
                    url: url,
                    callback: .customScheme(scheme),
                    completionHandler: Self.handler(continuation)
                )
                session.presentationContextProvider = self
                session.prefersEphemeralWebBrowserSession = isPrivate
                self.session = session
                // A sheet that cannot be shown answers by the handler as well.
                _ = session.start()
            }
        } onCancel: {
            Task { @MainActor in self.session?.cancel() }
        }
    }

    func presentationAnchor(for session: ASWebAuthenticationSession) -> ASPresentationAnchor {
        anchor
    }

    /// Apart from the main actor, because the system calls it wherever it likes.
    private nonisolated static func handler(
        _ continuation: CheckedContinuation<String, any Error>
    ) -> ASWebAuthenticationSession.CompletionHandler {
        { url, error in
            if let url {
                continuation.resume(returning: url.absoluteString)
            } else if (error as? ASWebAuthenticationSessionError)?.code == .canceledLogin {
                continuation.resume(throwing: CancellationError())
            } else {
                continuation.resume(
                    throwing: PurserError(.invalid, "The sign-in page could not be shown")
                )
            }
        }
    }
}
#endif
