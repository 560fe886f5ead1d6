/// A kind of record of which devices keep copies.
///
/// Its changes are links of the household's chain, and the place of the last one is its version.
public enum RecordKind: String, Sendable, CaseIterable {
    /// A monthly limit.
    case rule
    /// A geofence.
    case geofence
    /// A child, with its allowance.
    case child
    /// A chore.
    case chore
    /// A policy.
    case policy
    /// A goal.
    case goal
    /// A reward card.
    case card
    /// What a member prefers of reward cards.
    case preferences
    /// What a member made of a transaction.
    case transactionEdit
}

extension Edit.Kind {
    /// The kind of record that an edit of the kind changes, and whether it removes it; `nil` where
    /// devices copy none of it.
    ///
    /// The edit's subject is the record's id; but of what a member made of a transaction
    /// (``annotation``) it is the transfer, whose entries the records are named by.
    public var record: (kind: RecordKind, isRemoved: Bool)? {
        switch self {
        case .ruleSet: (.rule, false)
        case .ruleDeleted: (.rule, true)
        case .geofenceCreated: (.geofence, false)
        case .geofenceDeleted: (.geofence, true)
        case .allowanceSet, .allowancePaused, .allowanceResumed, .splitSet, .childNamed:
            (.child, false)
        case .choreSet: (.chore, false)
        case .choreDeleted: (.chore, true)
        case .policy: (.policy, false)
        case .goalSet: (.goal, false)
        case .goalDeleted: (.goal, true)
        case .rewardCardSet: (.card, false)
        case .rewardCardDeleted: (.card, true)
        case .rewardPreferencesSet: (.preferences, false)
        default: nil
        }
    }
}
