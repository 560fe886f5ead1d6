public import Contract
public import Kernel

extension PurserError {
    /// The card as it stands, where a change was refused because it was made of an earlier version.
    ///
    /// `nil` for every other error. The card may be gone meanwhile: that is `notFound`.
    public var currentCard: SyncRecord<Entity.RewardCard, API.Rewards.CardValue>? {
        standing("card")
    }

    /// The preferences as they stand, where a change was refused because it was made of an earlier
    /// version; `nil` for every other error.
    public var currentPreferences: SyncRecord<Entity.Member, API.Rewards.PreferencesValue>? {
        standing("preferences")
    }

    func standing<Subject, Value>(_ kind: String) -> SyncRecord<Subject, Value>? {
        guard let current, current["kind"]?.string == kind else { return nil }
        return try? WireDecoder.decode(SyncRecord<Subject, Value>.self, from: current)
    }
}

extension PurserError {
    /// The record that stands there, where another version was named, or a key that it holds;
    /// `nil` for every other error, and for a record of another kind.
    public func current<Subject, Value>(
        of kind: SyncKind<Subject, Value>
    ) -> SyncRecord<Subject, Value>? {
        standing(kind.name)
    }
}
