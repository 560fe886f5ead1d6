import Kernel

/// One item of a sandbox bank: its accounts, and everything that ever happened to its transactions.
///
/// What happens on a day follows from the item's seed and the day, however often and in what steps
/// it is told what time it is. Only ``disturb(at:)`` adds to it from outside.
struct SandboxItem: Sendable {
    /// An account, with what its balance is made of.
    struct Account: Sendable {
        let id: String
        let name: String
        let kind: ProviderAccount.Kind
        let subtype: String
        let mask: String
        /// What was in it, or was owed, before its first transaction.
        let openingMinor: Int64
        let limitMinor: Int64?
        /// The sum of its posted transactions, with the provider's sign.
        var postedMinor: Int64 = 0
        /// The sum of those that are pending.
        var pendingMinor: Int64 = 0

        /// Its balance: what it began with and its posted transactions.
        var currentMinor: Int64 {
            kind == .credit ? openingMinor + postedMinor : openingMinor - postedMinor
        }

        /// What may be taken from it.
        var availableMinor: Int64 {
            kind == .credit
                ? (limitMinor ?? 0) - currentMinor - pendingMinor : currentMinor - pendingMinor
        }
    }

    /// Something that happened to a transaction.
    struct Change: Sendable {
        /// Whose number it is.
        let number: UInt64
        /// The place of its account.
        let account: Int
        /// Whether there was such a transaction before.
        let existed: Bool
        /// What it became; `nil` when it was taken back.
        let record: SandboxRecord?
    }

    /// Something that will happen.
    struct Due: Sendable {
        let at: Timestamp
        let number: UInt64
        let record: SandboxRecord?
    }

    let id: String
    let institution: SandboxInstitution
    let seed: UInt64
    let faults: SandboxFaults
    /// Where its webhooks go.
    var webhook: String?
    /// Whether the institution wants the member to sign in again.
    var isLoginExpired = false
    /// Whether the client gave it up.
    var isRemoved = false

    /// How often it was disturbed since a sync was read to its end.
    var disturbedInARow = 0

    var accounts: [Account]
    /// What happened so far, in order.
    private(set) var log: [Change] = []

    private var live: [UInt64: SandboxRecord] = [:]
    private var due: [Due] = []
    private var disturbances: UInt64 = 0
    private var nextDay: CivilDay
    private let lastDay: CivilDay

    /// How many days of the past an item has, and of the future.
    private static let (daysBefore, daysMost) = (90, 3_650)
    /// Above the numbers of what is planned.
    private static let disturbance: UInt64 = 1 << 40

    /// Opens an item whose history begins some days ago.
    init(
        id: String,
        institution: SandboxInstitution,
        seed: UInt64,
        faults: SandboxFaults,
        accounts: [Account],
        at now: Timestamp
    ) {
        self.id = id
        self.institution = institution
        self.seed = seed
        self.faults = faults
        self.accounts = accounts
        nextDay = now.utcDay.adding(days: -Self.daysBefore)
        lastDay = now.utcDay.adding(days: Self.daysMost)
    }

    /// The id of a transaction.
    func transactionID(_ number: UInt64) -> String {
        "\(id.prefix(16))T\(String(number, radix: 36))"
    }

    /// The transactions that there are, pending ones too, in the order of their numbers.
    var records: [SandboxRecord] { live.values.sorted { $0.number < $1.number } }

    /// Lets everything happen that happens up to an instant; nothing when that is past.
    mutating func advance(to now: Timestamp) {
        let today = min(now.utcDay, lastDay)
        while nextDay <= today {
            let start = nextDay.utcStart
            happen { $0.at < start }
            plan(nextDay)
            nextDay = nextDay.adding(days: 1)
        }
        happen { $0.at <= now }
    }

    /// Adds a transaction that nobody expected, as banks do while somebody reads.
    mutating func disturb(at now: Timestamp) {
        var random = SandboxRandom(of: seed, disturbances)
        let day = now.utcDay.adding(days: -random.within(1...10))
        let record = Self.purchase(Self.disturbance + disturbances, on: day, &random)
        disturbances += 1
        disturbedInARow += 1
        apply(record.number, record)
    }

    /// Has something happen later: a transaction become this record, or vanish.
    mutating func schedule(_ number: UInt64, _ record: SandboxRecord?, at instant: Timestamp) {
        due.append(Due(at: instant, number: number, record: record))
    }

    /// Lets what is due happen, in the order of instants.
    private mutating func happen(_ isDue: (Due) -> Bool) {
        guard due.contains(where: isDue) else { return }
        let events = due.enumerated().filter { isDue($0.element) }
            .sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }
        due.removeAll(where: isDue)
        for (_, event) in events {
            // What vanishes twice, or is changed after it vanished, was overtaken by something.
            guard event.record != nil || live[event.number] != nil else { continue }
            apply(event.number, event.record)
        }
    }

    private mutating func apply(_ number: UInt64, _ record: SandboxRecord?) {
        let old = live[number]
        if let old { count(old, times: -1) }
        if let record { count(record, times: 1) }
        live[number] = record
        log.append(
            Change(
                number: number,
                account: (record ?? old)?.account ?? 0,
                existed: old != nil,
                record: record
            )
        )
    }

    private mutating func count(_ record: SandboxRecord, times: Int64) {
        let amount = times * record.amountMinor
        if record.isPending {
            accounts[record.account].pendingMinor += amount
        } else {
            accounts[record.account].postedMinor += amount
        }
    }
}
