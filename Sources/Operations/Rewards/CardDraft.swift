import Contract
import Kernel
import Rewards
import SQL
import Store

/// What a caller sends of a card, as the domain has it; what is left out is filled in here.
struct CardDraft {
    let now: Timestamp
    let zone: Zone
    private let call: Call

    init(_ call: Call, in zone: Zone) {
        self.call = call
        self.zone = zone
        now = call.now
    }

    /// What a card earns; what cards of its type earn where nothing is sent.
    ///
    /// - Throws: ``Problem`` `conflict` for one row too many.
    func rows(_ inputs: [API.Rewards.RewardCategoryInput], of type: CardType) throws -> [RewardRow]
    {
        guard inputs.count <= Limits.rewardRowsPerCard else {
            throw Problem(.conflict, "A card has at most \(Limits.rewardRowsPerCard) rows")
        }
        guard !inputs.isEmpty else { return type.startingRows { call.newID() } }
        return inputs.map { input in
            RewardRow(
                id: input.id ?? call.newID(),
                category: input.category.category,
                multiplier: Multiplier(hundredths: input.multiplier.minor),
                pointType: input.pointType.pointType,
                isActive: input.isActive ?? true
            )
        }
    }

    /// The bonus of a quarter, this one unless another is sent.
    ///
    /// `former`: What the card has now; what its account told of the same bonus stays told.
    func bonus(
        _ input: API.Rewards.QuarterlyBonusInput,
        after former: QuarterlyBonus? = nil
    ) -> QuarterlyBonus {
        let current = CalendarQuarter(of: now, in: zone)
        let period = CalendarQuarter(
            year: input.year.map { Int($0.value) } ?? current.year,
            quarter: input.quarter.map { Int($0.value) } ?? current.quarter
        )
        let category = input.category.category
        let isSame = former?.period == period && former?.category == category
        let posted = isSame ? former?.postedCents ?? 0 : 0
        return QuarterlyBonus(
            category: category,
            multiplier: Multiplier(hundredths: input.multiplier.minor),
            pointType: input.pointType.pointType,
            limitCents: input.limit.minor,
            enteredCents: (input.currentSpending?.minor ?? 0) - posted,
            postedCents: posted,
            period: period
        )
    }

    /// The limits of a card.
    ///
    /// `former`: What the card has now; what its account told of the same limit in the same period
    /// stays told.
    ///
    /// - Throws: ``Problem`` `conflict` for one limit too many.
    func limits(
        _ inputs: [API.Rewards.SpendingLimitInput],
        after former: [SpendingLimit] = []
    ) throws -> [SpendingLimit] {
        guard inputs.count <= Limits.spendingLimitsPerCard else {
            throw Problem(.conflict, "A card has at most \(Limits.spendingLimitsPerCard) limits")
        }
        return inputs.map { input in
            limit(input, after: former.first { $0.id == input.id })
        }
    }

    private func limit(
        _ input: API.Rewards.SpendingLimitInput,
        after former: SpendingLimit?
    ) -> SpendingLimit {
        let category = input.category.category
        let type = input.resetType?.type ?? .annually
        let reset = reset(input.resetDate?.instant, type, after: former)
        let isSame = former?.category == category && former?.resetDate == reset.date
        let posted = isSame ? former?.postedCents ?? 0 : 0
        return SpendingLimit(
            id: input.id ?? call.newID(),
            category: category,
            limitCents: input.limit.minor,
            enteredCents: (input.currentSpending?.minor ?? 0) - posted,
            postedCents: posted,
            resetDate: reset.date,
            resetType: type,
            resetDay: reset.day
        )
    }

    /// When a limit begins anew, and on which day of the month.
    private func reset(
        _ sent: Timestamp?,
        _ type: ResetType,
        after former: SpendingLimit?
    ) -> (date: Timestamp, day: Int) {
        guard let sent else { return ResetDate.first(of: type, at: now, in: zone) }
        // What a client sends back as it read it has whole seconds; of the same limit it is the
        // same date, which may stand for the 31st of a shorter month.
        if let former, former.resetType == type, former.resetDate.text == sent.text {
            return (former.resetDate, former.resetDay)
        }
        return (sent, zone.day(of: sent).dayOfMonth)
    }
}

extension RoomOperations {
    /// Checks that an account is one of the caller's, as its lists show them.
    ///
    /// - Throws: ``Problem`` `invalid`, also for an account of somebody else.
    static func requireAccount(
        _ id: ID<Entity.Account>,
        of membership: Membership,
        in session: any Session
    ) throws {
        let accounts = try ListedAccounts.list(of: membership.member, in: session)
        guard accounts.contains(where: { $0.account.id == id }) else {
            throw Problem.invalid([
                Fault(field: "accountId", rule: "is not one of your accounts")
            ])
        }
    }
}
