public import Kernel
public import Providers

/// What surrounds one call of an operation: who calls, when, and where new ids come from.
///
/// Operations take the time and ids from here and nowhere else, so a run can be repeated.
public struct Call: Sendable {
    /// Who calls.
    public let caller: Caller
    /// The instant that counts as now, throughout the call.
    public let now: Timestamp
    /// Where new ids come from.
    public let ids: any IDSource
    /// The trace that log lines and answers carry.
    public let trace: String
    /// The Idempotency-Key the caller named, with what belongs to it.
    public let idempotency: IdempotentCall?
    /// The network address that it comes from, where that is known.
    public let address: String?

    /// Makes a call.
    public init(
        caller: Caller,
        now: Timestamp,
        ids: any IDSource,
        trace: String,
        idempotency: IdempotentCall? = nil,
        address: String? = nil
    ) {
        self.caller = caller
        self.now = now
        self.ids = ids
        self.trace = trace
        self.idempotency = idempotency
        self.address = address
    }

    /// Whose share of the hashing queue its passwords take.
    ///
    /// Whoever has many accounts still has one address, so the address counts where it is known.
    var clientKey: String { address ?? caller.key }

    /// A new id of one kind.
    func newID<Entity>(_ kind: Entity.Type = Entity.self) -> ID<Entity> {
        ids.next(kind, at: now)
    }
}

/// Who makes a call.
public enum Caller: Sendable, Equatable {
    /// Nobody who signed in; known by the network address.
    case anonymous(address: String)
    /// A member, by a token whose signature was found good.
    case member(SignedIn)

    /// What the caller's requests are counted and remembered under.
    public var key: String {
        switch self {
        case .anonymous(let address): address
        case .member(let signedIn): signedIn.member.text
        }
    }
}

/// What a good token says of its bearer; whether the session still lives, the database tells.
public struct SignedIn: Sendable, Equatable {
    /// The member.
    public let member: ID<Entity.Member>
    /// The household.
    public let household: ID<Entity.Household>
    /// The role: `Parent` or `Child`.
    public let role: String
    /// The sign-in.
    public let session: ID<Entity.Session>
    /// What of the API the token opens.
    public let scopes: APIScopes
    /// What another issuer's token told; `nil` for who bears one of ours.
    public let external: ExternalSignIn?

    /// Makes a bearer.
    public init(
        member: ID<Entity.Member>,
        household: ID<Entity.Household>,
        role: String,
        session: ID<Entity.Session>,
        scopes: APIScopes,
        external: ExternalSignIn? = nil
    ) {
        self.member = member
        self.household = household
        self.role = role
        self.session = session
        self.scopes = scopes
        self.external = external
    }
}
