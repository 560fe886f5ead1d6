import Contract
import Kernel
import Ledger
import Providers

extension ModelHousehold {
    /// Holds what came of a call about the bank against what must come of it.
    mutating func settle(
        _ action: BankAction,
        _ call: PlannedCall,
        _ attempts: [Attempt]
    ) throws {
        for attempt in attempts.dropLast() {
            guard case .failed(_, _, true, _) = attempt.outcome else {
                throw Self.surprise("a failure that was put in", attempt.outcome, call)
            }
        }
        guard let outcome = attempts.last?.outcome else { preconditionFailure("a call is made") }
        switch action {
        case .live: try require(outcome == .done, "a bank does as it likes")
        case .link: try settleLink(call, outcome)
        case .sync(let isHealthy):
            try settleSync(isHealthy: isHealthy, call, outcome, isFirst: attempts.count == 1)
        case .unlink: try settleUnlink(call, outcome)
        }
    }

    /// Linked again, the account is the one that it was.
    private mutating func settleLink(_ call: PlannedCall, _ outcome: Outcome) throws {
        let answer = try API.Banking.exchangePublicToken.output(of: Self.answer(outcome, call))
        guard let account = answer.accounts.first, answer.accounts.count == 1 else {
            throw Self.surprise("one account", outcome, call)
        }
        if let known = bank?.account {
            try require(
                account.accountID == known && account.id == bank?.number,
                .oneEffectPerKey,
                "an account that was linked again is \(account.accountID), not \(known)"
            )
        } else {
            // Not one to choose for other transfers: nobody but the bank moves its money.
            accounts[account.accountID] = ModelAccount(kind: "bank", member: call.bearer?.member)
        }
        bank?.account = account.accountID
        bank?.number = account.id
        bank?.isLinked = true
    }

    /// Nothing of it is shown any more.
    private mutating func settleUnlink(_ call: PlannedCall, _ outcome: Outcome) throws {
        _ = try API.Banking.deleteAccount.output(of: Self.answer(outcome, call))
        bank?.isLinked = false
        bank?.rows = []
        bank?.balanceMinor = nil
        bank?.events = nil
    }

    /// `isFirst`: Whether no attempt went before the one that ended so.
    private mutating func settleSync(
        isHealthy: Bool,
        _ call: PlannedCall,
        _ outcome: Outcome,
        isFirst: Bool
    ) throws {
        guard let bank else { preconditionFailure("a bank is asked where there is one") }
        switch bank.living.answer {
        case .page(isLast: true):
            let answer = try API.Banking.syncAccounts.output(of: Self.answer(outcome, call))
            try require(
                answer.accounts.map(\.accountID) == [bank.number]
                    && answer.accounts.allSatisfy { $0.status == .synced },
                "a bank told everything, and \(answer) came of it"
            )
            let counts = [
                answer.transactionsAdded, answer.transactionsUpdated, answer.transactionsRemoved,
            ]
            if isFirst, bank.rows != nil, bank.events == bank.living.report.events {
                try require(
                    counts == [0, 0, 0],
                    .oneEffectPerKey,
                    "the same again brought \(counts)"
                )
            }
            self.bank?.takeOver()
        case .failure(let kind):
            try require(!isHealthy, "a bank that answers failed")
            self.bank?.rows = nil
            guard kind == .loginRequired else {
                return try expectRefusal(.bankFailure, outcome, call)
            }
            let answer = try API.Banking.syncAccounts.output(of: Self.answer(outcome, call))
            try require(
                answer.accounts.map(\.status) == [.loginRequired],
                "a bank wants a sign-in, and \(answer) came of it"
            )
        case .none, .page(isLast: false):
            throw Discrepancy("a sync ended with \(outcome) before its bank had told everything")
        }
    }

    /// Takes over a transfer of the bank's account: which there are follows from how its pages
    /// were cut, and what they come to must be what the bank says.
    ///
    /// - Returns: Whether it is one.
    mutating func adopt(_ stored: Transfer) throws -> Bool {
        guard let account = bank?.account,
            stored.debitAccount == account || stored.creditAccount == account
        else { return false }
        try require(
            [stored.debitAccount, stored.creditAccount].contains(world)
                && stored.details.providerRecord == nil,
            .householdsAreApart,
            "\(stored) moves money between a bank and another account"
        )
        if let former = stored.replaces {
            // An edit stays with what takes its purchase's place.
            if let edit = annotations.removeValue(forKey: former) { annotations[stored.id] = edit }
            try require(
                bank?.successors.updateValue(stored.id, forKey: former) == nil,
                .oneEffectPerKey,
                "two transfers took the place of \(former)"
            )
        }
        try post(
            PlannedTransfer(
                debit: stored.debitAccount,
                credit: stored.creditAccount,
                amountMinor: stored.amount.minor,
                kind: stored.kind.rawValue,
                phase: stored.phase.rawValue,
                pending: stored.pending,
                reverses: stored.reverses,
                member: stored.member,
                merchant: stored.details.merchant,
                category: stored.details.category,
                occurredAtMS: stored.occurredAt.milliseconds
            ),
            stored.id,
            at: stored.recordedAt.milliseconds
        )
        return true
    }
}
