import Contract
import Kernel

/// The reader's accounts with what is known of their banks, and what is said of it.
struct BankLinks {
    /// An account, as the bank tells it and as it is kept.
    struct Account {
        let told: API.Banking.Account
        /// What it holds, below zero where it is owed.
        let owned: DecimalAmount
        /// When its bank was asked; `nil` of one that is not linked.
        let link: BankReading?
        /// What came of a sync just now; `nil` where none was asked for.
        let outcome: API.Banking.AccountSyncState?
    }

    let accounts: [Account]
    private let sync: API.Banking.SyncStatusResponse
    private let linking: AccountsSettingsView.Linking
    private let now: Timestamp
    private let day: (Timestamp) -> String

    init(
        _ answers: AccountsSettingsView.Answers,
        now: Timestamp,
        zone: Zone,
        _ format: PageFormat
    ) {
        let known = Dictionary(
            answers.overview.map { ($0.id, $0) },
            uniquingKeysWith: { first, _ in first }
        )
        accounts = answers.accounts.map { account in
            let kept = known[account.accountID]
            return Account(
                told: account,
                owned: kept?.balance ?? account.balanceCurrent,
                link: kept.flatMap { BankReading($0, readAt: account.lastSyncedAt?.instant) },
                outcome: answers.outcomes[account.id]
            )
        }
        sync = answers.sync
        linking = answers.linking
        self.now = now
        day = { format.day($0, in: zone) }
    }

    var isAnyLinked: Bool { accounts.contains { $0.link != nil } }

    func isLinked(_ institution: String) -> Bool {
        accounts.contains { $0.link?.institution == institution }
    }

    /// When an account was read.
    func reading(of account: Account) -> String {
        guard let link = account.link else { return "not linked to a bank" }
        return link.readAt.map { "read \(day($0))" } ?? "not read yet"
    }

    /// What is wrong with an account, in a word.
    func tag(of account: Account) -> Tag? {
        switch account.outcome {
        case .loginRequired: Tag(.bad, "the bank wants you to sign in again", icon: "alert")
        case .failed: Tag(.warn, "could not be read", icon: "alert")
        case .synced: nil
        case nil:
            account.link?.isSilent(at: now) == true
                ? Tag(.warn, "out of date", icon: "alert") : nil
        }
    }

    /// Whether everything is up to date, in a sentence.
    var answer: String {
        if !isAnyLinked {
            return "None of your accounts is linked to a bank, so there is nothing to read."
        }
        if sync.syncing { return "The banks are being read right now." }
        if !troubles.isEmpty { return "No: not every bank answers." }
        let itself =
            "Linked accounts are read by themselves every few hours; nobody has to press this."
        return sync.accountsNeedingUpdate.isEmpty ? "Yes. \(itself)" : "Not quite. \(itself)"
    }

    /// The banks that do not answer, each once.
    var troubles: [AccountsSettingsView.Trouble] {
        let wrong = accounts.compactMap { account -> (Account, BankReading, Tag)? in
            guard let link = account.link, let tag = tag(of: account) else { return nil }
            return (account, link, tag)
        }
        let first = Dictionary(
            wrong.map { ($0.1.institution, $0) },
            uniquingKeysWith: { first, _ in first }
        )
        return first.values.sorted { $0.1.institution < $1.1.institution }.map { trouble in
            let (account, link, tag) = trouble
            return AccountsSettingsView.Trouble(
                bank: link.institution,
                troubleTag: tag,
                advice: advice(about: link, account.outcome)
            )
        }
    }

    private func advice(
        about link: BankReading,
        _ outcome: API.Banking.AccountSyncState?
    ) -> String {
        let last =
            link.readAt.map { "It was last read on \(day($0))." }
            ?? "It was linked on \(day(link.linkedAt)), and not read since."
        switch outcome {
        case .loginRequired: return "\(last) \(signingInAgain(link.institution))"
        case .failed: return "\(last) It is tried again by itself."
        case .synced, nil:
            return "\(last) Read the banks now: it is told then whether you have to sign in again."
        }
    }

    private func signingInAgain(_ institution: String) -> String {
        if case .builtIn(institution, _) = linking {
            return "Sign in to it again under Link a bank."
        }
        return "Sign in to it again with an app for Purser that opens Plaid's own page; until then "
            + "you can import a file of the bank."
    }
}
