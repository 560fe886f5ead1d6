public import Kernel

/// A change somebody made that is neither transfer nor decision: a limit set, a category edited.
public struct Edit: Sendable, Equatable {
    /// What kind of change it is; open, because rooms add their own.
    public struct Kind: RawRepresentable, Hashable, Sendable {
        /// The word that is stored.
        public let rawValue: String

        /// Makes a kind from its word.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// A monthly limit was set.
        public static let ruleSet = Self(rawValue: "rule.set")
        /// A monthly limit was removed.
        public static let ruleDeleted = Self(rawValue: "rule.deleted")
        /// How a member wants to spend was set.
        public static let profileSet = Self(rawValue: "profile.set")
        /// A geofence was drawn.
        public static let geofenceCreated = Self(rawValue: "geofence.created")
        /// A geofence was removed.
        public static let geofenceDeleted = Self(rawValue: "geofence.deleted")
        /// A policy was made or changed, or took another state, or a change of it waits.
        public static let policy = Self(rawValue: "policy")
        /// How long what loosens a live policy waits was set.
        public static let policyFriction = Self(rawValue: "policy.friction")
        /// A parent allowed one purchase.
        public static let overrideCreated = Self(rawValue: "override.created")
        /// A card was added that is charged through a processor.
        public static let fundingSourceAdded = Self(rawValue: "funding.added")
        /// A transfer's category, notes or feedback were changed.
        public static let annotation = Self(rawValue: "annotation")
        /// A member joined.
        public static let memberJoined = Self(rawValue: "member.joined")
        /// A child or an invited parent was taken out of its family.
        public static let memberRemoved = Self(rawValue: "member.removed")
        /// A child's amount or rhythm was set.
        public static let allowanceSet = Self(rawValue: "allowance.set")
        /// A child's allowance was paused.
        public static let allowancePaused = Self(rawValue: "allowance.paused")
        /// A child's allowance is paid again.
        public static let allowanceResumed = Self(rawValue: "allowance.resumed")
        /// The balance from which allowances are paid was set, or taken away.
        public static let poolSet = Self(rawValue: "pool.set")
        /// Which part of an allowance is saved and given was set.
        public static let splitSet = Self(rawValue: "split.set")
        /// A child's wallet became what it pays with, or is not any more.
        public static let walletSourceSet = Self(rawValue: "funding.wallet")
        /// A member was locked out or let in again.
        public static let memberActivity = Self(rawValue: "member.activity")
        /// The household's time zone was changed.
        public static let householdTimeZone = Self(rawValue: "household.time_zone")
        /// A second parent was invited, or the invitation was withdrawn.
        public static let memberInvited = Self(rawValue: "member.invited")
        /// A member added a passkey, or took one away.
        public static let accountPasskey = Self(rawValue: "account.passkey")
        /// A member's password was changed by the member.
        public static let accountPassword = Self(rawValue: "account.password")
        /// A member's e-mail address was changed.
        public static let accountEmail = Self(rawValue: "account.email")
        /// A member's second factor was turned on or off.
        public static let accountSecondFactor = Self(rawValue: "account.second_factor")
        /// A child's name was changed.
        public static let childNamed = Self(rawValue: "child.named")
        /// A chore was assigned or changed, or took another state.
        public static let choreSet = Self(rawValue: "chore.set")
        /// A chore was taken back.
        public static let choreDeleted = Self(rawValue: "chore.deleted")
        /// A goal was set or changed.
        public static let goalSet = Self(rawValue: "goal.set")
        /// A goal was removed.
        public static let goalDeleted = Self(rawValue: "goal.deleted")
        /// A reward card was added or changed.
        public static let rewardCardSet = Self(rawValue: "reward_card.set")
        /// A reward card was removed.
        public static let rewardCardDeleted = Self(rawValue: "reward_card.deleted")
        /// What a member prefers of reward cards was set.
        public static let rewardPreferencesSet = Self(rawValue: "reward_preferences.set")
    }

    /// The id.
    public let id: ID<Entity.Edit>
    /// The household.
    public let household: ID<Entity.Household>
    /// Who made it; `nil` for the operator.
    public let author: ID<Entity.Member>?
    /// What kind of change it is.
    public let kind: Kind
    /// The id of what was changed.
    public let subject: String
    /// What it was changed to, as JSON.
    public let body: String
    /// When.
    public let madeAt: Timestamp
    /// Whose the record is that it changes, where devices copy it; `nil` where it is everybody's.
    ///
    /// It is no part of the link: what was changed tells it.
    public let owner: ID<Entity.Member>?

    /// Makes an edit.
    public init(
        id: ID<Entity.Edit>,
        household: ID<Entity.Household>,
        author: ID<Entity.Member>?,
        kind: Kind,
        subject: String,
        body: String,
        madeAt: Timestamp,
        owner: ID<Entity.Member>? = nil
    ) {
        self.id = id
        self.household = household
        self.author = author
        self.kind = kind
        self.subject = subject
        self.body = body
        self.madeAt = madeAt
        self.owner = owner
    }

    /// The edit as its link holds it.
    public var chainContent: ChainContent {
        var content = ChainContent(kind: "edit")
        content.append(id)
        content.append(household)
        content.append(author)
        content.append(kind.rawValue)
        content.append(subject)
        content.append(body)
        content.append(madeAt.milliseconds)
        return content
    }
}
