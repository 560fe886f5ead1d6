public import Guardian
public import Kernel
import SQL

/// A policy as it is stored.
public struct PolicyRecord: Sendable, Equatable {
    /// What it says, and what becomes of its answers.
    public var policy: Policy
    /// The household.
    public let household: ID<Entity.Household>
    /// The position of its last change in the household's chain.
    public var version: Int64
    /// Who made it.
    public let createdBy: ID<Entity.Member>
    /// Since when it decides; `nil` where it does not.
    public var liveSince: Timestamp?
    /// When it was asked in shadow last; without an end where it is now.
    public var shadow: ShadowSpan?
    /// A change that waits.
    public var pending: PendingPolicyChange?

    /// A span of time in which a policy is asked in shadow.
    public struct ShadowSpan: Sendable, Equatable {
        /// The first instant.
        public var start: Timestamp
        /// When it ended; `nil` while it is in shadow.
        public var end: Timestamp?

        /// Makes a span.
        public init(start: Timestamp, end: Timestamp? = nil) {
            self.start = start
            self.end = end
        }
    }

    /// Makes a record.
    public init(
        _ policy: Policy,
        of household: ID<Entity.Household>,
        version: Int64,
        createdBy: ID<Entity.Member>,
        liveSince: Timestamp? = nil,
        shadow: ShadowSpan? = nil,
        pending: PendingPolicyChange? = nil
    ) {
        self.policy = policy
        self.household = household
        self.version = version
        self.createdBy = createdBy
        self.liveSince = liveSince
        self.shadow = shadow
        self.pending = pending
    }
}

/// A change of a live policy that waits.
public struct PendingPolicyChange: Sendable, Equatable {
    /// What the policy will be, whole.
    public let policy: Policy
    /// Who asked for it.
    public let askedBy: ID<Entity.Member>
    /// When it takes effect.
    public let takesEffectAt: Timestamp

    /// Makes a change that waits.
    public init(_ policy: Policy, askedBy: ID<Entity.Member>, takesEffectAt: Timestamp) {
        self.policy = policy
        self.askedBy = askedBy
        self.takesEffectAt = takesEffectAt
    }
}
