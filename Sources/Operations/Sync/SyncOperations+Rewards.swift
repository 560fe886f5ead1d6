public import Contract
public import Kernel
import Ledger
import Rewards
import SQL
import Store

extension SyncOperations {
    /// Reward cards, as they are now: what was spent of a limit begins at nothing when its date
    /// comes, without a new version.
    public static let cards: CopiedRecords<Entity.RewardCard, API.Rewards.CardValue> =
        CopiedRecords(
            endpoints: API.Sync.card,
            kind: .card,
            list: { ids, desk in
                let member = desk.membership.member
                return try RewardCards.list(ids, of: member, in: desk.session).map { record in
                    let (now, zone) = (desk.call.now, desk.membership.zone)
                    return (record.card.id, API.Rewards.CardValue(.init(record, at: now, in: zone)))
                }
            },
            permit: { _, _, _, _ in },
            create: { id, value, desk in
                guard try !RewardCards.isThere(id, in: desk.session) else {
                    throw Problem(.notFound)
                }
                let (membership, call) = (desk.membership, desk.call)
                let input = API.Rewards.CardInput(value)
                _ = try RewardsOperations.add(input, as: id, membership, call, in: desk.session)
            },
            change: { id, _, value, desk in
                let (membership, call) = (desk.membership, desk.call)
                let input = API.Rewards.CardUpdate(id, value)
                _ = try RewardsOperations.change(input, membership, call, in: desk.session)
            },
            remove: { id, _, desk in
                let (membership, call) = (desk.membership, desk.call)
                let input = API.Rewards.CardReference(id)
                try RewardsOperations.remove(input, membership, call, in: desk.session)
            }
        )

    /// What members prefer of reward cards; who never said so has no record.
    public static let preferences: CopiedRecords<Entity.Member, API.Rewards.PreferencesValue> =
        CopiedRecords(
            endpoints: API.Sync.preferences,
            kind: .preferences,
            list: { ids, desk in
                // A reader has its own alone.
                try ids.compactMap { id in
                    let record = try StoredRewardPreferences.find(of: id, in: desk.session)
                    guard record.version != 0 else { return nil }
                    return (id, API.Rewards.PreferencesValue(.init(record)))
                }
            },
            permit: { id, _, wanted, desk in
                guard id == desk.membership.member else { throw Problem(.notFound) }
                guard wanted != nil else { throw Problem(.forbidden) }
            },
            create: { _, value, desk in try set(value, isNew: true, desk) },
            change: { _, _, value, desk in try set(value, isNew: false, desk) }
        )

    private static func set(
        _ value: API.Rewards.PreferencesValue,
        isNew: Bool,
        _ desk: CopyDesk
    ) throws {
        try RewardsOperations.set(
            API.Rewards.UserPreferencesInput(value),
            isNew: isNew,
            desk.membership,
            desk.call,
            in: desk.session
        )
    }
}
