import Contract
import Kernel
import Providers
import SQL
import Store

/// A sign-in to Money App on its way: made before the transaction that keeps it, answered after.
struct BankingSignIn: Sendable {
    let session: ID<Entity.Session>
    let refreshToken: String
    let storedHash: String

    /// Begins the session with its refresh token.
    func begin(for member: MemberRecord, _ call: Call, in session: any Session) throws {
        try Sessions.insert(self.session, of: member.id, now: call.now, in: session)
        try RefreshTokenRecords.insert(
            hash: storedHash,
            session: self.session,
            expiresAt: call.now.adding(milliseconds: Limits.refreshTokenMilliseconds),
            in: session
        )
    }
}

extension IdentityOperations {
    /// Prepares a sign-in to Money App: a session with an access and a refresh token.
    func newBankingSignIn(_ call: Call) -> BankingSignIn {
        let refreshToken = tokens.newRefreshToken()
        return BankingSignIn(
            session: call.newID(),
            refreshToken: refreshToken,
            storedHash: tokens.refreshTokens.storedHash(of: refreshToken)
        )
    }

    /// The answer that carries the two tokens.
    func bankingAnswer(
        _ member: MemberRecord,
        deviceToken: String? = nil,
        _ signIn: BankingSignIn,
        _ call: Call
    ) throws -> API.Banking.AuthResponse {
        let access = try tokens.accessToken(
            for: SignedIn(member, session: signIn.session),
            now: call.now,
            seconds: Limits.accessTokenSeconds
        )
        return API.Banking.AuthResponse(
            accessToken: access.token,
            refreshToken: signIn.refreshToken,
            expiresIn: Limits.accessTokenSeconds,
            user: API.Banking.User(member, deviceToken: deviceToken)
        )
    }

    /// Begins a session of Allowance Tracker.
    ///
    /// - Returns: The member's household.
    static func begin(
        _ id: ID<Entity.Session>,
        for member: MemberRecord,
        _ call: Call,
        in session: any Session
    ) throws -> HouseholdRecord {
        try Sessions.insert(id, of: member.id, now: call.now, in: session)
        return try Households.named(member.household, in: session)
    }

    /// The answer that carries a token for 24 hours, or as long as its session may still last.
    func allowanceAnswer(
        _ member: MemberRecord,
        _ household: HouseholdRecord,
        _ bearer: SignedIn,
        until end: Timestamp? = nil,
        _ call: Call
    ) throws -> API.Allowance.AuthResponse {
        let access = try tokens.accessToken(
            for: bearer,
            now: call.now,
            seconds: Limits.allowanceTokenSeconds,
            until: end
        )
        return API.Allowance.AuthResponse(
            user: API.Allowance.UserResponse(member, household),
            token: access.token,
            expiresAt: WireTimestamp(access.expiresAt)
        )
    }

    /// What a failed sign-in is told, whatever was wrong.
    public static let wrongCredentials = "E-mail or password is wrong"
}

extension SignedIn {
    /// A member in a session; one that a document's own sign-in began has every scope.
    init(_ member: MemberRecord, session: ID<Entity.Session>, scopes: APIScopes = .all) {
        self.init(
            member: member.id,
            household: member.household,
            role: member.role.rawValue,
            session: session,
            scopes: scopes
        )
    }
}

extension API.Banking.User {
    init(_ member: MemberRecord, deviceToken: String?) {
        self.init(
            id: member.number.value,
            email: member.email,
            firstName: member.firstName,
            lastName: member.lastName,
            isActive: member.isActive,
            createdAt: WireTimestamp(member.createdAt),
            deviceToken: deviceToken
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
