public import Contract
import Kernel
import Ledger
import Rewards
import SQL
import Store

extension RewardsOperations {
    /// Shows what the caller prefers of cards and answers.
    ///
    /// - Throws: ``Problem`` `unauthenticated`; `DatabaseError`.
    public func getPreferences(
        _ input: Empty,
        _ call: Call
    ) async throws -> API.Rewards.UserPreferences {
        try await reading(call) { session, membership in
            .init(try StoredRewardPreferences.find(of: membership.member, in: session))
        }
    }

    /// Changes what the caller prefers; what is left out stays as it is.
    ///
    /// - Throws: ``Problem`` `stale` when it was changed since the version that is named; `invalid`
    ///   for points of a program that is not known, or named twice; `unauthenticated`;
    ///   ``ReplayedAnswer``; `DatabaseError`.
    public func updatePreferences(
        _ input: API.Rewards.UserPreferencesInput,
        _ call: Call
    ) async throws -> API.Rewards.UserPreferences {
        try await writing(call) { session, membership in
            .init(try Self.set(input, membership, call, in: session))
        }
    }

    /// Changes what the caller prefers, and records that.
    ///
    /// `isNew`: Whether it is recorded also where nothing differs from what was never set.
    ///
    /// - Throws: ``Problem`` as ``updatePreferences(_:_:)`` does.
    @discardableResult
    static func set(
        _ input: API.Rewards.UserPreferencesInput,
        isNew: Bool = false,
        _ membership: Membership,
        _ call: Call,
        in session: any Session
    ) throws -> RewardPreferencesRecord {
        let sent = try input.pointValues.map(OwnPointValues.init)
        let member = membership.member
        let before = try StoredRewardPreferences.find(of: member, in: session)
        if let expected = input.ifMatch, expected.version != before.version {
            throw try Problem.stale(before.record(of: member, made: call.now))
        }
        var preferences = before.preferences.changed(by: input)
        if let sent {
            let today = membership.zone.day(of: call.now)
            preferences.take(sent.values(after: preferences.pointValues, on: today))
        }
        guard isNew || preferences != before.preferences else { return before }
        let version = try recordLink(
            .rewardPreferencesSet,
            of: member.text,
            preferences.chainContent,
            membership,
            call,
            in: session
        )
        try StoredRewardPreferences.set(
            preferences,
            version: version,
            of: member,
            now: call.now,
            in: session
        )
        if preferences.pointValues != before.preferences.pointValues {
            try StoredRewardPreferences.set(preferences.pointValues, of: member, in: session)
        }
        return RewardPreferencesRecord(preferences: preferences, version: version)
    }
}

extension RewardPreferences {
    /// The preferences with what an input says.
    fileprivate func changed(by input: API.Rewards.UserPreferencesInput) -> RewardPreferences {
        RewardPreferences(
            preferred: input.preferredPointSystem?.pointType ?? preferred,
            alertThresholdMillionths: input.alertThreshold?.millionths ?? alertThresholdMillionths,
            language: input.language?.language ?? language,
            notificationsEnabled: input.notificationsEnabled ?? notificationsEnabled,
            autoUpdateSpending: input.autoUpdateSpending ?? autoUpdateSpending,
            pointValues: pointValues
        )
    }
}

extension RewardPreferencesRecord {
    /// The preferences as devices copy them.
    ///
    /// `now`: What stands for the last change where there was none.
    fileprivate func record(
        of member: ID<Entity.Member>,
        made now: Timestamp
    ) -> SyncRecord<Entity.Member, API.Rewards.PreferencesValue> {
        SyncRecord(
            kind: "preferences",
            id: member,
            version: version,
            updatedAt: WireTimestamp(changedAt ?? now),
            value: API.Rewards.PreferencesValue(.init(self))
        )
    }
}

extension API.Rewards.UserPreferences {
    /// Preferences as they are stored.
    init(_ record: RewardPreferencesRecord) {
        let preferences = record.preferences
        self.init(
            preferredPointSystem: .init(preferences.preferred),
            alertThreshold: AlertThreshold(millionths: preferences.alertThresholdMillionths),
            language: .init(preferences.language),
            notificationsEnabled: preferences.notificationsEnabled,
            autoUpdateSpending: preferences.autoUpdateSpending,
            pointValues: preferences.pointValues.isEmpty
                ? nil : preferences.pointValues.map { .init($0) },
            version: record.version
        )
    }
}
