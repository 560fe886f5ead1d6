import Kernel
import Ledger
import Store

/// What became of a policy, told in the transaction in which it did.
struct PolicyNews: Sendable, Equatable {
    /// What became of it.
    enum What: String, Sendable, CaseIterable {
        /// It was made.
        case created
        /// It says something else from now on.
        case changed
        /// It is of another state from now on.
        case state
        /// A change of it waits.
        case pending
        /// A change that waited was let take effect by another parent.
        case confirmed
        /// A change that waited was given up.
        case cancelled
        /// A change that waited took effect by itself.
        case settled
    }

    /// What became of it.
    let what: What
    /// The policy as it is stored from now on.
    let record: PolicyRecord
    /// The policy as it was stored before; `nil` for a new one.
    let former: PolicyRecord?
    /// Who did it; `nil` where nobody did, but the hours passed.
    let author: ID<Entity.Member>?
    /// The end of the household's chain with the link of this.
    let head: ChainHead
}

/// What became of the hours that what loosens waits, told in the transaction in which it did.
struct FrictionNews: Sendable, Equatable {
    /// The hours as they are stored from now on, with lower ones that wait, if any do.
    let friction: PolicyFriction
    /// The hours as they were stored before.
    let former: PolicyFriction
    /// Who did it; `nil` where nobody did, but the hours passed.
    let author: ID<Entity.Member>?
    /// The end of the household's chain with the link of this.
    let head: ChainHead
}
