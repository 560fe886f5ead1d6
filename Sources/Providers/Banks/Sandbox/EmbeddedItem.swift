import Kernel

/// An item of the built-in bank: all that there is to know of it stands in its access token.
struct EmbeddedItem: Equatable {
    /// When it was linked.
    let linkedAt: Timestamp
    /// Digits that follow from the member, the same in every item of theirs.
    let member: String
    /// Digits that follow from the member and the public token.
    let item: String

    /// The item that a public token opens for a member.
    init(_ publicToken: String, for member: ID<Entity.Member>, at now: Timestamp) {
        linkedAt = now
        self.member = SandboxDigits.of("member", member.text)
        item = SandboxDigits.of("item", member.text, publicToken)
    }

    /// The item that an access token opens; `nil` for a token of somebody else's.
    init?(_ token: BankAccessToken) {
        guard token.text.hasPrefix(Self.prefix), token.text.utf8.count < 128 else { return nil }
        let parts = token.text.dropFirst(Self.prefix.count)
            .split(separator: "-", omittingEmptySubsequences: false)
            .map(String.init)
        guard parts.count == 3, let milliseconds = Int64(parts[0]),
            Self.instants.contains(milliseconds),
            parts.dropFirst().allSatisfy({ $0.utf8.count == 24 })
        else { return nil }
        linkedAt = Timestamp(milliseconds: milliseconds)
        member = parts[1]
        item = parts[2]
    }

    /// What opens it.
    var accessToken: BankAccessToken {
        BankAccessToken("\(Self.prefix)\(linkedAt.milliseconds)-\(member)-\(item)")
    }

    /// The item's id.
    var id: String { "item-sandbox-\(item)" }

    /// The id of one of its accounts: the same when the member links again.
    func accountID(_ account: EmbeddedAccount) -> String {
        "account-sandbox-\(SandboxDigits.of("account", member, account.rawValue))"
    }

    /// Its transactions up to an instant, in the order in which the bank learnt of them.
    ///
    /// Those of a day are there as soon as it begins in UTC. Nothing is ever put before what was
    /// there already.
    func rows(until now: Timestamp) -> [ProviderTransaction] {
        let last = max(now, linkedAt).utcDay
        let first = linkedAt.utcDay.month.adding(months: -Self.monthsBefore)
        var rows: [ProviderTransaction] = []
        for count in 0..<Self.monthsMost {
            let month = first.adding(months: count)
            guard month.firstDay <= last else { break }
            for day in 1...month.dayCount {
                let date = month.firstDay.adding(days: day - 1)
                guard date <= last else { return rows }
                for template in SandboxTemplate.all where template.days.contains(day) {
                    rows.append(row(template, date))
                }
            }
        }
        return rows
    }

    /// Its accounts as they are at an instant.
    func accounts(at now: Timestamp) -> [ProviderAccount] {
        // What came after the day on which it was linked has moved the balances since.
        let later = rows(until: now).filter { $0.day > linkedAt.utcDay }
        return EmbeddedAccount.allCases.map { account in
            let id = accountID(account)
            let current = later.filter { $0.accountID == id }
                .reduce(account.linkedMinor) { $0 + account.change(by: $1.amountMinor) }
            return ProviderAccount(
                id: id,
                persistentID: id,
                name: account.name,
                mask: account.mask,
                kind: account.kind,
                subtype: account.subtype,
                currency: .usd,
                currentMinor: current,
                availableMinor: account.limitMinor.map { $0 - current } ?? current,
                limitMinor: account.limitMinor
            )
        }
    }

    private func row(_ template: SandboxTemplate, _ day: CivilDay) -> ProviderTransaction {
        let digits = SandboxDigits.of(
            "transaction",
            member,
            template.account.rawValue,
            template.name,
            day.text
        )
        return ProviderTransaction(
            id: "transaction-sandbox-\(digits)",
            accountID: accountID(template.account),
            amountMinor: template.amountMinor,
            currency: .usd,
            day: day,
            authorizedDay: day,
            name: template.name,
            merchantName: template.isTransfer ? nil : template.name,
            primaryCategory: template.primary,
            detailedCategory: template.detailed
        )
    }

    private static let prefix = "access-sandbox-"
    /// Whole months before the one in which it was linked.
    private static let monthsBefore = 3
    /// Months that it has transactions of; ten years.
    private static let monthsMost = 120
    /// From 1970 to 9999.
    private static let instants: Range<Int64> = 0..<253_402_300_800_000
}
