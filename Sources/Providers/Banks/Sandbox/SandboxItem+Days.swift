import Kernel

/// What happens at an item on a day.
extension SandboxItem {
    /// The numbers of a day's transactions, which no other day has.
    private struct Numbers {
        private var next: UInt64

        init(_ day: CivilDay) {
            next = UInt64(max(0, day.dayNumber)) * 1_000
        }

        mutating func take() -> UInt64 {
            next += 1
            return next - 1
        }
    }

    /// The places of its accounts.
    static let (checkingPlace, savingsPlace, creditPlace) = (0, 1, 2)

    /// Plans what the member does on a day, and what comes of it later.
    mutating func plan(_ day: CivilDay) {
        var random = SandboxRandom(of: seed, UInt64(max(0, day.dayNumber)))
        var numbers = Numbers(day)
        for _ in 0..<random.below(6) { planPurchase(on: day, &numbers, &random) }
        planRegular(on: day, &numbers)
    }

    /// A purchase as the bank finally has it, but for its tip.
    static func purchase(
        _ number: UInt64,
        on day: CivilDay,
        _ random: inout SandboxRandom
    ) -> SandboxRecord {
        let merchant = random.below(SandboxMerchant.shopCount)
        let usual = SandboxMerchant.all[merchant].usualMinor
        return SandboxRecord(
            number: number,
            account: random.happens(700) ? creditPlace : checkingPlace,
            amountMinor: usual * Int64(random.within(50...160)) / 100,
            day: day,
            authorizedDay: day,
            merchant: merchant,
            isPending: false
        )
    }

    private mutating func planPurchase(
        on day: CivilDay,
        _ numbers: inout Numbers,
        _ random: inout SandboxRandom
    ) {
        let bought = Self.purchase(numbers.take(), on: day, &random)
        let instant = day.utcStart.adding(seconds: Int64(random.below(80_000)))
        if random.happens(faults.latePermille) {
            let heard = instant.adding(days: random.within(3...15))
            schedule(bought.number, bought, at: heard)
        } else if random.happens(faults.unannouncedPermille) {
            schedule(bought.number, bought, at: instant)
            planAfterPosting(bought, at: instant, &random)
        } else {
            planPending(bought, posting: numbers.take(), at: instant, &random)
        }
    }

    private mutating func planPending(
        _ bought: SandboxRecord,
        posting number: UInt64,
        at instant: Timestamp,
        _ random: inout SandboxRandom
    ) {
        let merchant = SandboxMerchant.all[bought.merchant]
        var pending = bought
        pending.isPending = true
        if merchant.reserves { pending.amountMinor = 100 }
        schedule(pending.number, pending, at: instant)
        if random.happens(faults.changedPendingPermille) {
            var changed = pending
            changed.amountMinor += Int64(random.within(50...500))
            let heard = instant.adding(seconds: Int64(random.within(600...60_000)))
            schedule(changed.number, changed, at: heard)
        }
        let end = instant.adding(days: random.within(1...3))
            .adding(seconds: Int64(random.below(7_200)))
        schedule(pending.number, nil, at: end)
        guard !random.happens(faults.vanishingPermille) else { return }
        var posted = SandboxRecord(
            number: number,
            pending: pending.number,
            account: bought.account,
            amountMinor: bought.amountMinor,
            day: end.utcDay,
            authorizedDay: bought.day,
            merchant: bought.merchant,
            isPending: false
        )
        if merchant.takesTips, random.happens(faults.tipPermille) {
            posted.amountMinor += posted.amountMinor * Int64(random.within(15...25)) / 100
        }
        schedule(posted.number, posted, at: end)
        planAfterPosting(posted, at: end, &random)
    }

    /// What banks do to a transaction that was final.
    private mutating func planAfterPosting(
        _ posted: SandboxRecord,
        at instant: Timestamp,
        _ random: inout SandboxRandom
    ) {
        let later = instant.adding(days: random.within(1...8))
        if random.happens(faults.withdrawnPermille) {
            schedule(posted.number, nil, at: later)
            guard random.happens(faults.returningPermille) else { return }
            schedule(posted.number, posted, at: later.adding(days: random.within(1...4)))
        } else if random.happens(faults.renamedPermille) {
            var renamed = posted
            renamed.isRenamed = true
            schedule(renamed.number, renamed, at: later)
        }
    }

    /// Wages, savings, interest, and the payment of the card.
    private mutating func planRegular(on day: CivilDay, _ numbers: inout Numbers) {
        let entries: [(account: Int, merchant: Int)] =
            switch day.dayOfMonth {
            case 1, 15: [(Self.checkingPlace, SandboxMerchant.wagesPlace)]
            case 2:
                [
                    (Self.checkingPlace, SandboxMerchant.savingsOutPlace),
                    (Self.savingsPlace, SandboxMerchant.savingsInPlace),
                ]
            case 25:
                [
                    (Self.checkingPlace, SandboxMerchant.cardOutPlace),
                    (Self.creditPlace, SandboxMerchant.cardInPlace),
                ]
            case 28: [(Self.savingsPlace, SandboxMerchant.interestPlace)]
            default: []
            }
        for entry in entries {
            let record = SandboxRecord(
                number: numbers.take(),
                account: entry.account,
                amountMinor: SandboxMerchant.all[entry.merchant].usualMinor,
                day: day,
                authorizedDay: day,
                merchant: entry.merchant,
                isPending: false
            )
            schedule(record.number, record, at: day.utcStart.adding(seconds: 21_600))
        }
    }
}

extension Timestamp {
    /// The instant that many days later.
    fileprivate func adding(days: Int) -> Timestamp { adding(seconds: Int64(days) * 86_400) }
}
