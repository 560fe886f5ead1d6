import Contract
import Kernel
import PurserKit
import Testing

/// Records that two devices change: made, changed from a version, refused from another, removed.
extension FamilyStory {
    func copies(_ cast: Cast) async throws {
        let app = cast.parent
        let member = try #require(ID<Entity.Member>(cast.subject.text))
        let limit = API.Sync.RuleValue(
            memberID: member,
            category: "toys",
            monthlyLimitCents: 4_000
        )
        var higher = limit
        higher.monthlyLimitCents = 5_000
        try await story(API.Sync.rule, limit, higher, app)
        let fence = API.Sync.GeofenceValue(
            memberID: member,
            name: "Mall",
            lat: 40.5,
            lon: -74,
            radiusM: 100,
            policy: .warn
        )
        var renamed = fence
        renamed.name = "Shop"
        try await story(API.Sync.geofence, fence, renamed, app)
        let chore = API.Sync.ChoreValue(
            childID: cast.childID,
            title: "Windows",
            reward: DecimalAmount(minor: 100),
            state: .assigned
        )
        var other = chore
        other.title = "Doors"
        try await story(API.Sync.chore, chore, other, app)
        let goal = API.Sync.GoalValue(
            childID: cast.childID,
            name: "Kite",
            targetAmount: DecimalAmount(minor: 2_000)
        )
        var dearer = goal
        dearer.targetAmount = DecimalAmount(minor: 2_500)
        try await story(API.Sync.goal, goal, dearer, app)
        let card = API.Rewards.CardValue(
            name: "Gold",
            cardType: .custom,
            rewardCategories: [
                API.Rewards.RewardCategory(
                    id: ID(RawID(high: 0x0199_0000_0000_7001, low: 0x8000_0000_0000_0001)),
                    category: .dining,
                    multiplier: API.Rewards.Multiplier(minor: 300),
                    pointType: .cashBack
                )
            ]
        )
        var inactive = card
        inactive.isActive = false
        try await story(API.Sync.card, card, inactive, app)
        try await kept(cast)
        let changes = try await app.sync.changes(kinds: ["rule", "goal"])
        #expect(!changes.reset && !changes.hasMore && changes.cursor > 0)
    }

    /// Records that nobody removes, or that are there.
    private func kept(_ cast: Cast) async throws {
        let app = cast.parent
        let child = try await app.sync.get(API.Sync.child, cast.childID)
        var value = try #require(child.value)
        value.lastName = "Miller"
        let named = try await app.sync.put(API.Sync.child, child.id, value, of: child.version)
        #expect(named.value == value && named.version > child.version)
        try await kept(API.Sync.child, named, app)
        let condition = try API.Guardian.Condition(#"{"amount":{"at_least":90000}}"#)
        let policy = API.Sync.PolicyValue(name: "Dear", when: condition, then: .warn)
        let id = ID<Entity.Policy>(RawID(high: .random(in: 1 ... .max), low: 1))
        let made = try await app.sync.put(API.Sync.policy, id, policy, of: nil)
        #expect(made.value == policy)
        try await kept(API.Sync.policy, made, app)
        let own = try await cast.child.rewards.getPreferences()
        var preferences = API.Rewards.PreferencesValue(own)
        preferences.notificationsEnabled.toggle()
        let version = own.version == 0 ? nil : own.version
        let me = try await cast.child.session.currentMember().userID
        let set = try await cast.child.sync.put(API.Sync.preferences, me, preferences, of: version)
        #expect(set.value == preferences)
        try await kept(API.Sync.preferences, set, cast.child)
    }

    private func kept<Subject, Value>(
        _ kind: SyncKind<Subject, Value>,
        _ record: SyncRecord<Subject, Value>,
        _ app: Purser
    ) async throws {
        #expect(try await app.sync.get(kind, record.id) == record)
        // The device knows that nobody removes it.
        let refused = await #expect(throws: PurserError.self) {
            try await app.sync.delete(kind, record.id, of: record.version)
        }
        #expect(refused?.kind == .forbidden)
    }

    private func story<Subject, Value>(
        _ kind: SyncKind<Subject, Value>,
        _ value: Value,
        _ changed: Value,
        _ app: Purser
    ) async throws {
        let id = ID<Subject>(RawID(high: .random(in: 1 ... .max), low: 1))
        let made = try await app.sync.put(kind, id, value, of: nil)
        #expect(made.value == value && !made.deleted)
        let next = try await app.sync.put(kind, id, changed, of: made.version)
        #expect(next.value == changed && next.version > made.version)
        let stale = await #expect(throws: PurserError.self) {
            try await app.sync.put(kind, id, value, of: made.version)
        }
        #expect(stale?.kind == .conflict && stale?.current(of: kind) == next)
        #expect(try await app.sync.get(kind, id) == next)
        let removed = try await app.sync.delete(kind, id, of: next.version)
        #expect(removed.deleted && removed.value == nil)
    }
}
