import Contract
import Guardian
import Kernel
import Ledger
import Store

extension ModelHousehold {
    /// Holds everything that is stored against everything that must be.
    mutating func compare(_ contents: HouseholdContents) throws {
        try learn(contents.transfers)
        for account in contents.accounts {
            try require(
                accounts[account.id]?.agrees(with: account) == true,
                .balanceIsSumOfTransfers,
                "\(account) is not \(accounts[account.id].map { "\($0)" } ?? "known")"
            )
        }
        try compare(contents.transfers)
        try compare(contents.decisions)
        try compare(contents.policies)
        try require(
            contents.annotations == annotations,
            "the notes of household \(place) are not those that were made"
        )
        for member in contents.members { try compare(member) }
        let used = contents.members.flatMap(\.overrides).count(where: \.isUsed)
        let usedOverrides = members.reduce(0) { $0 + $1.usedOverrides }
        try require(
            used == usedOverrides,
            "household \(place) used \(usedOverrides) overrides, and \(used) are marked as used"
        )
        try compare(contents.family)
        try compareSums(contents)
        try compare(contents.bank)
    }

    private func compare(_ stored: [Transfer]) throws {
        try require(
            stored.count == transfers.count,
            .nothingAcknowledgedIsMissing,
            "household \(place) has \(stored.count) transfers, not \(transfers.count)"
        )
        for transfer in stored {
            try require(
                transfers[transfer.id].map { $0.agrees(with: transfer) } == true,
                .nothingAcknowledgedIsMissing,
                "\(transfer) is not what was recorded"
            )
        }
    }

    private func compare(_ stored: [DecisionRecord]) throws {
        try require(
            stored.count == decisions.count,
            .nothingAcknowledgedIsMissing,
            "household \(place) has \(stored.count) decisions, not \(decisions.count)"
        )
        for decision in stored {
            try require(
                decisions[decision.id].map { $0.agrees(with: decision) } == true,
                .nothingAcknowledgedIsMissing,
                "\(decision) is not what was answered"
            )
        }
    }

    private func compare(_ stored: [PolicyRecord]) throws {
        try require(
            stored.count == policies.count,
            .nothingAcknowledgedIsMissing,
            "household \(place) has \(stored.count) policies, not \(policies.count)"
        )
        for record in stored {
            let known = policies.first { $0.id == record.policy.id }
            try require(
                known?.terms.name == record.policy.name && known?.version == record.version
                    && known?.terms.member == record.policy.member
                    && known?.terms.when.text == record.policy.condition.json
                    && known?.terms.then.rawValue == record.policy.action.rawValue
                    && known?.state.rawValue == record.policy.state.rawValue
                    && (known?.pending == nil) == (record.pending == nil),
                .nothingAcknowledgedIsMissing,
                "\(record) is not what was told"
            )
        }
    }

    private func compare(_ stored: HouseholdContents.MemberContents) throws {
        guard let index = index(of: stored.id) else {
            throw Discrepancy("\(stored.id) is in household \(place) and never joined")
        }
        let member = members[index]
        let rules = Dictionary(
            uniqueKeysWithValues: stored.rules.map {
                ($0.category, ModelRule(number: $0.number.value, limit: $0.monthlyLimitMinor))
            }
        )
        try require(rules == member.rules, "the limits of \(stored.id) are not those that were set")
        try require(
            Set(stored.sessions) == Set(member.sessions.map(\.session)),
            "the living sign-ins of \(stored.id) are not those that did not end"
        )
        try compareOverrides(stored, member)
        try compareAnswers(stored)
    }

    private func compareOverrides(
        _ stored: HouseholdContents.MemberContents,
        _ member: ModelMember
    ) throws {
        var unused: [OverrideKey: [Int64]] = [:]
        for override in stored.overrides where !override.isUsed {
            let key = OverrideKey(merchant: override.merchantKey, amount: override.amountMinor)
            unused[key, default: []].append(override.createdAtMS)
        }
        let expected = member.overrides.filter { !$0.value.isEmpty }
            .mapValues { $0.map(\.createdAtMS).sorted() }
        try require(
            unused.mapValues { $0.sorted() } == expected,
            "the unused overrides of \(stored.id) are not those that were made and not used"
        )
    }

    private func compareAnswers(_ stored: HouseholdContents.MemberContents) throws {
        let own = answers.count { $0.key.caller == stored.id }
        try require(
            stored.answers.count == own,
            .oneEffectPerKey,
            "\(stored.answers.count) answers are remembered for \(stored.id), not \(own)"
        )
        for answer in stored.answers {
            let scope = AnswerScope(
                caller: stored.id,
                operation: answer.operation,
                key: answer.key
            )
            let expected = answers[scope]
            try require(
                expected?.status == answer.status && expected?.body == answer.body
                    && expected?.madeAtMS == answer.madeAtMS,
                .oneEffectPerKey,
                "\(answer) is remembered, not \(expected.map { "\($0)" } ?? "nothing")"
            )
        }
    }

    /// Adds every purchase up anew and holds the sums against the stored ones, all three kinds.
    private func compareSums(_ contents: HouseholdContents) throws {
        var sums: [ID<Entity.Member>: [SpendRollups.Kind: [[String]: (Int64, Int64)]]] = [:]
        for (id, transfer) in transfers {
            let spend = spend(of: id)
            precondition(spend == transfer.counted, "the model keeps its own books")
            guard let spend else { continue }
            for (kind, key) in spend.keys {
                let (amount, count) = sums[spend.member]?[kind]?[key] ?? (0, 0)
                sums[spend.member, default: [:]][kind, default: [:]][key] =
                    (amount + spend.amount, count + 1)
            }
        }
        for member in contents.members {
            for (kind, stored) in member.sums {
                let expected = sums[member.id]?[kind] ?? [:]
                try require(
                    stored.count == expected.count,
                    .rollupsAreRecomputable,
                    "\(member.id) has \(stored.count) sums \(kind), not \(expected.count)"
                )
                for sum in stored {
                    let own = expected[sum.key] ?? (0, 0)
                    try require(
                        own == (sum.amountMinor, sum.count),
                        .rollupsAreRecomputable,
                        "\(kind) \(sum.key) of \(member.id) is \(sum.amountMinor), not \(own.0)"
                    )
                }
            }
        }
    }
}

extension ModelSpend {
    /// Where the purchase belongs among the sums of each kind.
    fileprivate var keys: [(SpendRollups.Kind, [String])] {
        [
            (.byDay, [guardian, String(day.number), category]),
            (.byMonth, [guardian, String(day.month), category]),
            (.byMerchant, [merchantKey, String(day.number), ""]),
        ]
    }
}

extension ModelTransfer {
    fileprivate func agrees(with stored: Transfer) -> Bool {
        stored.debitAccount == plan.debit && stored.creditAccount == plan.credit
            && stored.amount.minor == plan.amountMinor
            && stored.amount.currency.code == plan.currency
            && stored.kind.rawValue == plan.kind && stored.phase.rawValue == plan.phase
            && stored.pending == plan.pending && stored.reverses == plan.reverses
            && stored.member == plan.member && stored.details.merchant == plan.merchant
            && stored.details.category == plan.category
            && stored.details.providerRecord == plan.record
            && stored.occurredAt.milliseconds == plan.occurredAtMS
            && stored.day.dayNumber == day.number
            && stored.recordedAt.milliseconds == recordedAtMS
    }
}

extension ModelDecision {
    fileprivate func agrees(with stored: DecisionRecord) -> Bool {
        stored.member == member && stored.facts.amount.minor == amount
            && stored.facts.category == category && stored.answer == answer
            && stored.reason == reason && stored.facts.limit?.minor == limit
            && stored.facts.spentThisMonth?.minor == spent
            && (stored.facts.override != nil) == hadOverride
            && stored.facts.wallet?.minor == wallet && stored.merchant == merchant
            && stored.decidedAt.milliseconds == decidedAtMS
    }
}
