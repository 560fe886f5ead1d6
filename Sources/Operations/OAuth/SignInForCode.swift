public import Contract
public import Providers
import SQL
import Store

extension IdentityOperations {
    /// Signs a member in on the page with a password, for a client's code.
    ///
    /// - Throws: ``Problem`` `unauthenticated` for a wrong e-mail address or password,
    ///   `rateLimited` after too many of them or when too many are being checked; `DatabaseError`.
    public func signInForCode(
        _ request: AuthorizationRequest,
        email: String,
        password: Password,
        _ call: Call
    ) async throws -> SignInProgress<String> {
        try await beginSigningIn(
            email: email,
            password: password,
            context: request.context,
            client: request.client,
            call: call
        ) { member, session in
            try issueCode(for: member, request, call, in: session)
        }
    }

    /// Ends the second step of signing in on the page, for a client's code.
    ///
    /// - Throws: ``Problem`` `unauthenticated` for a wrong code, `invalid` for a ticket that is
    ///   spent, too old or of another request, `rateLimited` after too many of them;
    ///   `DatabaseError`.
    public func signInForCode(
        _ request: AuthorizationRequest,
        ticket: String,
        code: String,
        _ call: Call
    ) async throws -> String {
        try await finishSigningIn(
            ticket: ticket,
            code: code,
            context: request.context,
            client: request.client,
            call: call
        ) { member, session in
            try issueCode(for: member, request, call, in: session)
        }
    }

    /// Signs a member in on the page with a passkey, for a client's code.
    ///
    /// - Throws: ``Problem`` `unauthenticated` when the passkey is not good; `DatabaseError`.
    public func signInForCode(
        _ request: AuthorizationRequest,
        passkey: PasskeyAssertion,
        _ call: Call
    ) async throws -> String {
        try await signInWithPasskey(passkey, client: request.client, call) { member, session in
            try issueCode(for: member, request, call, in: session)
        }
    }
}
