public import Contract
public import Kernel
public import Operations
public import PurserKit

/// A member of a test's household, signed in.
public struct TestMember: Sendable {
    /// The member's id.
    public let id: ID<Entity.Member>
    /// The household's id.
    public let household: ID<Entity.Household>
    /// The e-mail address.
    public let email: String
    /// The access token.
    public let token: String
    /// A client that carries the token.
    public let purser: DirectClient
}

extension InProcessServer {
    /// The password of everybody in a test.
    public static let password = Password("password123")

    /// Registers a parent with a household of its own.
    @discardableResult
    public func registerParent(
        _ email: String = "parent@example.com",
        timeZone: String? = nil
    ) async throws -> TestMember {
        let answer = try await purser().call(
            API.Allowance.registerParent,
            API.Allowance.RegisterParentRequest(
                email: email,
                password: Self.password,
                firstName: "John",
                lastName: "Doe",
                familyName: "Doe Family",
                timeZone: timeZone
            )
        )
        return member(answer)
    }

    /// Registers a child of a parent and signs it in.
    public func registerChild(
        _ email: String = "alice@example.com",
        of parent: TestMember
    ) async throws -> TestMember {
        _ = try await parent.purser.call(
            API.Allowance.registerChild,
            API.Allowance.RegisterChildRequest(
                email: email,
                password: Self.password,
                firstName: "Alice",
                lastName: "Doe",
                weeklyAllowance: DecimalAmount(minor: 1_000)
            )
        )
        return try await login(email)
    }

    /// Signs a member in, for another 24 hours.
    public func login(_ email: String) async throws -> TestMember {
        let request = API.Allowance.LoginRequest(email: email, password: Self.password)
        return member(try await purser().call(API.Allowance.loginMember, request))
    }

    private func member(_ answer: API.Allowance.AuthResponse) -> TestMember {
        TestMember(
            id: answer.userID,
            household: answer.familyID,
            email: answer.email,
            token: answer.token,
            purser: purser(token: answer.token)
        )
    }

    /// What surrounds an operation that a member calls without the server, now.
    public func call(as member: TestMember) throws -> Call {
        guard let bearer = operations.identity.tokens.bearer(of: member.token, now: clock.now)
        else {
            throw ExpiredToken()
        }
        return call(as: .member(bearer))
    }
}

/// A token of a test that is not good any more.
struct ExpiredToken: Error {}
