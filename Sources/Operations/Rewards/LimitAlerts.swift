import Banking
import Kernel
import Rewards
import SQL
import Store

/// What a member is told of the limits of cards: once in a period that spending comes to the part
/// from which the member wants to be warned, and once that it comes to all of it.
struct LimitAlerts {
    /// Everybody is reached; who has no device is passed over when it is sent.
    private static let notices = Notices(needsDevice: false)

    private let member: ID<Entity.Member>
    private let currency: Currency

    /// `currency`: The household's, in which limits are.
    init(of member: ID<Entity.Member>, in currency: Currency) {
        self.member = member
        self.currency = currency
    }

    /// Tells of the limits that spending brought to a mark, in the transaction of that.
    ///
    /// What was told in a period is remembered, whatever becomes of the notification. A purchase
    /// that comes to both marks is told by the higher one.
    ///
    /// - Parameters:
    ///   - card: The card, with the limits of the call's instant.
    ///   - before: As it was, with the limits of the same instant.
    ///   - known: The member's preferences, where they are known already.
    ///   - call: The call.
    ///   - session: The transaction.
    /// - Throws: `DatabaseError`.
    func tell(
        _ card: RewardCard,
        since before: RewardCard,
        preferring known: RewardPreferences? = nil,
        _ call: Call,
        in session: any Session
    ) throws {
        guard card.hasSpentMore(than: before) else { return }
        let preferences =
            try known ?? StoredRewardPreferences.find(of: member, in: session).preferences
        guard preferences.notificationsEnabled else { return }
        let crossed = card.crossedLimits(
            since: before,
            warnedFrom: preferences.alertThresholdMillionths
        )
        var notices: [Notice] = []
        for (limit, mark) in crossed.map({ ($0.limit, $0.mark) }) {
            let told = try RewardAlerts.told(of: limit, on: card.id, of: member, in: session)
            guard told.map({ $0 < mark }) ?? true else { continue }
            try RewardAlerts.set(mark, of: limit, on: card.id, of: member, in: session)
            notices.append(notice(of: mark, limit, on: card))
        }
        try Self.notices.add(notices, call, in: session)
    }

    private func notice(
        of mark: LimitMark,
        _ limit: SpendingLimit,
        on card: RewardCard
    ) -> Notice {
        let money = { (cents: Int64) in
            Money(minor: currency.minor(ofHundredths: cents), currency: currency)
        }
        let period = String(limit.resetDate.milliseconds)
        return Notice(
            .cardLimit(
                isReached: mark == .reached,
                card: card.name,
                category: limit.category.displayValue,
                spent: money(limit.spentCents),
                limit: money(limit.limitCents)
            ),
            of: [card.id.text, limit.category.rawValue, period].joined(separator: "\n"),
            to: member,
            data: ["card_id": card.id.text, "category": limit.category.rawValue]
        )
    }
}
