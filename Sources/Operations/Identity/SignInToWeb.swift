public import Contract
import Kernel
import Store

extension IdentityOperations {
    /// Takes the first step of signing a member in to the web app, for 24 hours as a login does.
    ///
    /// The code of the input is not looked at: it comes with the ticket.
    ///
    /// - Throws: ``Problem`` `unauthenticated` for a wrong e-mail address or password,
    ///   `rateLimited` after too many of them or when too many are being checked; `DatabaseError`.
    public func loginInSteps(
        _ input: API.Allowance.LoginRequest,
        _ call: Call
    ) async throws -> SignInProgress<API.Allowance.AuthResponse> {
        let id: ID<Entity.Session> = call.newID()
        let progress = try await beginSigningIn(
            email: input.email,
            password: input.password,
            context: Self.webContext,
            session: id,
            call: call
        ) { member, session in
            (member, try Self.begin(id, for: member, call, in: session))
        }
        switch progress {
        case .passed(let (member, household)):
            let bearer = SignedIn(member, session: id)
            return .passed(try allowanceAnswer(member, household, bearer, call))
        case .secondFactor(let ticket): return .secondFactor(ticket: ticket)
        }
    }

    /// Takes the second step of signing a member in to the web app: a code of the second factor, or
    /// a recovery code.
    ///
    /// - Throws: ``Problem`` `unauthenticated` for a wrong code, `invalid` for a ticket that is
    ///   spent, too old or of another page, `rateLimited` after too many of them; `DatabaseError`.
    public func loginMember(
        ticket: String,
        code: String,
        _ call: Call
    ) async throws -> API.Allowance.AuthResponse {
        let id: ID<Entity.Session> = call.newID()
        let (member, household) = try await finishSigningIn(
            ticket: ticket,
            code: code,
            context: Self.webContext,
            session: id,
            call: call
        ) { member, session in
            (member, try Self.begin(id, for: member, call, in: session))
        }
        return try allowanceAnswer(member, household, SignedIn(member, session: id), call)
    }

    /// What tickets of the web app are for: no app's sign-in takes one.
    private static let webContext = "web app"
}
