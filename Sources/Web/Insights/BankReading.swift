public import Contract
public import Kernel

/// When a bank was last asked for an account that is linked.
public struct BankReading: Sendable, Equatable {
    /// The account.
    public let account: ID<Entity.Account>
    let institution: String
    /// When its transactions were last read; `nil` when they never were.
    let readAt: Timestamp?
    let linkedAt: Timestamp

    /// Makes a reading of an account; `nil` of one that is not linked.
    public init?(_ account: API.Insights.Account, readAt: Timestamp?) {
        guard let linkedAt = account.linkedAt?.instant else { return nil }
        self.account = account.id
        institution = account.institution
        self.readAt = readAt
        self.linkedAt = linkedAt
    }

    /// After how long something must be wrong; linked accounts are read every four hours.
    private static let silentMilliseconds: Int64 = 86_400_000

    /// Whether the bank has not answered for so long that something must be wrong.
    func isSilent(at now: Timestamp) -> Bool {
        (readAt ?? linkedAt).adding(milliseconds: Self.silentMilliseconds) < now
    }

    /// What is said of it above the page.
    func notice(in zone: Zone, _ format: PageFormat) -> Notice {
        let day = format.longDay(zone.day(of: readAt ?? linkedAt))
        let text =
            readAt == nil
            ? "\(institution) has not answered since it was linked on \(day)."
            : "\(institution) has not answered since \(day): its balances are as they were then."
        return Notice(.warn, text, to: (SettingsPage.accounts.path, "See what is wrong"))
    }
}

extension [BankReading] {
    /// One of each institution: the one that was read the longest ago.
    var byInstitution: [BankReading] {
        let oldest = Dictionary(grouping: self, by: \.institution).values.compactMap { readings in
            readings.min { $0.readAt ?? $0.linkedAt < $1.readAt ?? $1.linkedAt }
        }
        return oldest.sorted { $0.institution < $1.institution }
    }
}
