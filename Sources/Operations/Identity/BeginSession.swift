import Contract
import Kernel
import Providers
import SQL
import Store

extension Operations {
    /// Signs a member in to Money App: a new session with an access and a refresh token.
    func signedInToBanking(
        _ member: MemberRecord,
        _ call: Call
    ) async throws -> API.Banking.AuthResponse {
        let bearer = SignedIn(member, session: call.newID())
        let refreshToken = tokens.newRefreshToken()
        let hash = tokens.refreshTokens.storedHash(of: refreshToken)
        try await database.write { session in
            try Self.begin(bearer, call, in: session)
            try RefreshTokenRecords.insert(
                hash: hash,
                session: bearer.session,
                expiresAt: call.now.adding(milliseconds: Limits.refreshTokenMilliseconds),
                in: session
            )
        }
        let access = try tokens.accessToken(
            for: bearer,
            now: call.now,
            seconds: Limits.accessTokenSeconds
        )
        return API.Banking.AuthResponse(
            accessToken: access.token,
            refreshToken: refreshToken,
            expiresIn: Limits.accessTokenSeconds,
            user: API.Banking.User(member)
        )
    }

    /// Signs a member in to Allowance Tracker: a new session with a token for 24 hours.
    func signedInToAllowance(
        _ member: MemberRecord,
        _ call: Call
    ) async throws -> API.Allowance.AuthResponse {
        let bearer = SignedIn(member, session: call.newID())
        let household = try await database.write { session in
            try Self.begin(bearer, call, in: session)
            return try Self.household(of: member, in: session)
        }
        return try allowanceAnswer(member, household, bearer, call)
    }

    /// The answer that carries a token for 24 hours.
    func allowanceAnswer(
        _ member: MemberRecord,
        _ household: HouseholdRecord,
        _ bearer: SignedIn,
        _ call: Call
    ) throws -> API.Allowance.AuthResponse {
        let access = try tokens.accessToken(
            for: bearer,
            now: call.now,
            seconds: Limits.allowanceTokenSeconds
        )
        return API.Allowance.AuthResponse(
            user: API.Allowance.UserResponse(member, household),
            token: access.token,
            expiresAt: WireTimestamp(access.expiresAt)
        )
    }

    /// Begins a session, if the member may still sign in.
    private static func begin(
        _ bearer: SignedIn,
        _ call: Call,
        in session: any Session
    ) throws {
        guard let member = try Members.find(bearer.member, in: session), member.isActive else {
            throw Problem(.unauthenticated, wrongCredentials)
        }
        try Sessions.insert(bearer.session, of: bearer.member, now: call.now, in: session)
    }

    /// What a failed sign-in is told, whatever was wrong.
    static let wrongCredentials = "E-mail or password is wrong"

    /// The household of a member.
    static func household(
        of member: MemberRecord,
        in session: any Session
    ) throws -> HouseholdRecord {
        guard let household = try Households.find(member.household, in: session) else {
            throw DatabaseError(.corrupt, "a member has no household")
        }
        return household
    }
}

extension SignedIn {
    init(_ member: MemberRecord, session: ID<Entity.Session>) {
        self.init(
            member: member.id,
            household: member.household,
            role: member.role.rawValue,
            session: session
        )
    }
}

extension API.Banking.User {
    init(_ member: MemberRecord) {
        self.init(
            id: member.number.value,
            email: member.email,
            firstName: member.firstName,
            lastName: member.lastName,
            isActive: member.isActive,
            createdAt: WireTimestamp(member.createdAt)
        )
    }
}

extension API.Allowance.UserResponse {
    init(_ member: MemberRecord, _ household: HouseholdRecord) {
        self.init(
            userID: member.id,
            email: member.email,
            firstName: member.firstName ?? "",
            lastName: member.lastName ?? "",
            role: member.role == .parent ? .parent : .child,
            familyID: household.id,
            familyName: household.name
        )
    }
}
