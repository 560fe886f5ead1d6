public import Contract
import Kernel
import SQL
import Store

extension Operations {
    /// The user who is signed in, as Money App shows it.
    ///
    /// - Throws: ``Problem`` `unauthenticated`; `DatabaseError`.
    public func currentUser(_ input: Empty, _ call: Call) async throws -> API.Banking.User {
        try await reading(call) { session, standing in
            API.Banking.User(try Self.member(standing, in: session))
        }
    }

    /// The member who is signed in, as Allowance Tracker shows it.
    ///
    /// - Throws: ``Problem`` `unauthenticated`; `DatabaseError`.
    public func currentMember(
        _ input: Empty,
        _ call: Call
    ) async throws -> API.Allowance.UserResponse {
        try await reading(call) { session, standing in
            let member = try Self.member(standing, in: session)
            return API.Allowance.UserResponse(member, try Self.household(of: member, in: session))
        }
    }

    /// Renews a token that is still good: another one of the same session, for 24 hours.
    ///
    /// - Throws: ``Problem`` `unauthenticated`; `DatabaseError`.
    public func refreshMember(
        _ input: Empty,
        _ call: Call
    ) async throws -> API.Allowance.AuthResponse {
        guard case .member(let bearer) = call.caller else { throw Problem(.unauthenticated) }
        let (member, household) = try await reading(call) { session, standing in
            let member = try Self.member(standing, in: session)
            return (member, try Self.household(of: member, in: session))
        }
        let renewed = SignedIn(member, session: bearer.session)
        return try allowanceAnswer(member, household, renewed, call)
    }

    /// The caller's own record.
    private static func member(
        _ standing: Standing,
        in session: any Session
    ) throws -> MemberRecord {
        guard let member = try Members.find(standing.member, in: session) else {
            throw DatabaseError(.corrupt, "a session has no member")
        }
        return member
    }
}
