public import Kernel
public import Providers
import Synchronization

/// A bank at which things happen by chance, decided by a seed; it knows what a member should see.
///
/// What happens is a log, and a cursor is a place in it. A page tells the last state of each record
/// that it is about, as Plaid's do.
public final class LivingBank: BankProvider {
    /// What a member made or will make: one row of every list, whatever ids the bank gives it.
    public struct Purchase: Sendable, Equatable {
        /// The bank's id by now.
        public fileprivate(set) var id: String
        /// What the bank says of it by now.
        public fileprivate(set) var told: ProviderTransaction
        /// Whether it is not there.
        public fileprivate(set) var isGone = false
        /// Whether it was told otherwise before; then only its bank's link tells that it posted, as
        /// the last state of what is pending may never be told.
        fileprivate var isChanged = false
        /// Where the log tells that it posted, when nothing but the text says so: until that was
        /// read it stays as it is, as its last state alone would not say which row it was.
        fileprivate var looseAt: Int?

        /// Whether lists show it.
        public var isShown: Bool { !isGone && told.amountMinor != 0 }
    }

    /// What the bank did to who asked.
    public struct Report: Sendable, Equatable {
        /// What happened at it.
        public fileprivate(set) var events = 0
        /// Pages that it told.
        public fileprivate(set) var pages = 0
        /// Failures.
        public fileprivate(set) var faults = 0
        /// Failures because its data changed between two pages.
        public fileprivate(set) var restarts = 0
    }

    /// How its last answer to who asked for transactions was.
    public enum Answer: Sendable, Equatable {
        /// Nobody asked.
        case none
        /// A page.
        case page(isLast: Bool)
        /// A failure.
        case failure(BankProviderError.Kind)
    }

    fileprivate struct State {
        var random: SplitMix
        /// What is told together: pages end between these.
        var log: [[(id: String, told: ProviderTransaction?)]] = []
        var purchases: [Purchase] = []
        var pending: [Int] = []
        var balanceMinor: Int64 = 100_000_000
        var count = 0
        var report = Report()
        var hasFaults = true
        var answer = Answer.none
        let changesWhileRead: Bool
        /// How far the log was read by whoever came back for more.
        var booked = 0
        /// The last day on which it lived.
        var today: CivilDay?
    }

    /// What the bank takes every purchase for.
    public static let category = "FOOD_AND_DRINK_RESTAURANT"
    /// What Insights calls that.
    static let insightsCategory = "Dining"
    /// How the names of its merchants begin.
    static let merchants = "Bistro Q"
    /// A word that all of these have, and nobody else's.
    static let merchantWord = "bistro"

    private let state: Mutex<State>
    private let items = EmbeddedSandboxBank()

    /// Founds a bank at which nothing has happened.
    ///
    /// `changesWhileRead`: Whether something happens, too, where it says that its data changed
    /// between two pages.
    public init(seed: UInt64, changesWhileRead: Bool = false) {
        state = Mutex(
            State(random: SplitMix(seed: seed), changesWhileRead: changesWhileRead)
        )
    }

    /// As the built-in one is called.
    public var name: BankProviderName { .sandbox }
    /// What it did so far.
    public var report: Report { state.withLock { $0.report } }
    /// Its last answer, since ``fail(_:)`` was called.
    public var answer: Answer { state.withLock { $0.answer } }
    /// What is posted at it.
    public var balanceMinor: Int64 { state.withLock { $0.balanceMinor } }
    /// What the member should see, by its place in the order of making.
    public var purchases: [Purchase] { state.withLock { $0.purchases } }

    /// Whether calls fail by chance from now on.
    public func fail(_ fails: Bool) {
        state.withLock { state in
            state.hasFaults = fails
            state.answer = .none
        }
    }

    /// A link token of the built-in bank.
    public func linkToken(
        for member: ID<Entity.Member>,
        repairing item: BankAccessToken?,
        now: Timestamp
    ) async throws(BankProviderError) -> LinkToken {
        try await items.linkToken(for: member, repairing: item, now: now)
    }

    /// An item of the built-in bank; it begins with what is there, and not with what was.
    public func exchange(
        _ publicToken: String,
        for member: ID<Entity.Member>,
        now: Timestamp
    ) async throws(BankProviderError) -> LinkedItem {
        let item = try await items.exchange(publicToken, for: member, now: now)
        beginAnew()
        return item
    }

    /// Tells from now on what is there, to whoever reads it from the beginning.
    func beginAnew() {
        state.withLock { state in
            state.log = state.purchases.filter { !$0.isGone }.map { [($0.id, $0.told)] }
            state.booked = 0
            for place in state.purchases.indices { state.purchases[place].looseAt = nil }
        }
    }

    /// One account.
    public func accounts(
        of item: BankAccessToken,
        now: Timestamp
    ) async throws(BankProviderError) -> ItemAccounts {
        ItemAccounts(
            itemID: "item",
            institutionID: "ins",
            institutionName: "Living Bank",
            accounts: [.living(state.withLock { $0.balanceMinor })]
        )
    }

    /// What changed since a place in the log.
    public func transactions(
        of item: BankAccessToken,
        after cursor: String?,
        count: Int,
        now: Timestamp
    ) async throws(BankProviderError) -> TransactionPage {
        let page: Result<TransactionPage, BankProviderError> = state.withLock { state in
            let start = cursor.flatMap { Int($0) } ?? 0
            state.booked = max(state.booked, start)
            if let fault = state.fault() {
                state.answer = .failure(fault.kind)
                return .failure(fault)
            }
            let size = state.random.next(1...min(count, 120))
            let end = min(state.log.count, start + size)
            var last: [String: ProviderTransaction?] = [:]
            for change in state.log[start..<end].joined() {
                last.updateValue(change.told, forKey: change.id)
            }
            state.report.pages += 1
            state.answer = .page(isLast: end == state.log.count)
            return .success(
                TransactionPage(
                    added: last.values.compactMap(\.self).sorted { $0.id < $1.id },
                    modified: [],
                    removed: last.filter { $0.value == nil }.map(\.key).sorted(),
                    nextCursor: String(end),
                    hasMore: end < state.log.count,
                    accounts: [.living(state.balanceMinor)],
                    isHistoryComplete: true
                )
            )
        }
        return try page.get()
    }

    /// Does nothing.
    public func remove(
        _ item: BankAccessToken,
        now: Timestamp
    ) async throws(BankProviderError) {}

    /// There are no webhooks.
    public func webhookKey(
        _ id: String,
        now: Timestamp
    ) async throws(BankProviderError) -> WebhookKey {
        throw BankProviderError(.refused, code: "NO_KEY")
    }

    /// Lets so many things happen on a day.
    public func live(_ count: Int, on day: CivilDay) {
        state.withLock { state in
            state.today = day
            for _ in 0..<count { state.happen(day) }
        }
    }
}

extension LivingBank.State {
    fileprivate mutating func fault() -> BankProviderError? {
        guard hasFaults, random.next(0...9) == 0 else { return nil }
        report.faults += 1
        switch random.next(0...4) {
        case 0: return BankProviderError(.rateLimited, code: "RATE_LIMIT_EXCEEDED")
        case 1: return BankProviderError(.loginRequired, code: "ITEM_LOGIN_REQUIRED")
        case 2: return BankProviderError(.unreachable, code: "INSTITUTION_DOWN")
        default:
            report.restarts += 1
            if changesWhileRead, let today {
                for _ in 0..<random.next(0...3) { happen(today) }
            }
            return BankProviderError(.mutationDuringPagination, code: "MUTATION")
        }
    }

    fileprivate mutating func happen(_ today: CivilDay) {
        report.events += 1
        switch random.next(0...99) {
        case 0..<35: begin(today, isPending: true)
        case 35..<55: begin(today, isPending: false)
        case 55..<78: post()
        case 78..<88: change(today)
        case 88..<94: withdraw()
        case 94..<98: bringBack()
        default: twins(today)
        }
    }

    private mutating func tell(
        _ place: Int,
        _ told: ProviderTransaction,
        inPlaceOf former: String? = nil
    ) {
        move(purchases[place], by: 1)
        purchases[place].told = told
        purchases[place].id = told.id
        purchases[place].isGone = false
        move(purchases[place], by: -1)
        log.append((former.map { [($0, nil)] } ?? []) + [(told.id, told)])
    }

    /// What is posted and there counts in the balance.
    private mutating func move(_ purchase: LivingBank.Purchase, by sign: Int64) {
        guard !purchase.isGone, !purchase.told.isPending else { return }
        balanceMinor += sign * purchase.told.amountMinor
    }

    private mutating func begin(_ today: CivilDay, isPending: Bool, named name: String? = nil) {
        count += 1
        let isIncome = random.next(0...9) == 0
        let minor = Int64(random.next(1...20_000)) * (isIncome ? -1 : 1)
        let told = ProviderTransaction.living(
            "t\(count)",
            minor,
            on: today.adding(days: -random.next(0...60)),
            at: name ?? Self.name(count),
            isPending: isPending
        )
        if isPending { pending.append(purchases.count) }
        purchases.append(LivingBank.Purchase(id: told.id, told: told, isGone: true))
        tell(purchases.count - 1, told)
    }

    /// Equal in all but their ids.
    private mutating func twins(_ today: CivilDay) {
        let name = Self.name(count + 1)
        begin(today, isPending: false, named: name)
        let first = purchases[purchases.count - 1].told
        count += 1
        let second = first.with(id: "t\(count)")
        purchases.append(LivingBank.Purchase(id: second.id, told: second, isGone: true))
        tell(purchases.count - 1, second)
    }

    /// A pending one posts under another id, with a tip perhaps; it names the former, or not.
    private mutating func post() {
        guard !pending.isEmpty else { return }
        let place = pending.remove(at: random.next(0...(pending.count - 1)))
        let former = purchases[place].told
        guard !purchases[place].isGone, former.amountMinor != 0 else { return }
        count += 1
        let isNamed = purchases[place].isChanged || random.next(0...2) > 0
        var minor = former.amountMinor
        if minor > 10, random.next(0...2) == 0 { minor += minor / 10 }
        if isNamed, random.next(0...9) == 0 { minor = -minor }
        let posted = ProviderTransaction.living(
            "t\(count)",
            minor,
            on: former.day.adding(days: random.next(0...4)),
            at: former.merchantName ?? "",
            isPending: false,
            was: isNamed ? former.id : nil
        )
        if isNamed, random.next(0...1) == 0 {
            tell(place, posted)
            log.append([(former.id, nil)])
        } else if isNamed {
            log.append([(former.id, nil)])
            tell(place, posted)
        } else {
            // Only who sees both at once can tell that they are one.
            purchases[place].looseAt = log.count
            tell(place, posted, inPlaceOf: former.id)
        }
    }

    private mutating func change(_ today: CivilDay) {
        guard let place = some(), !isLoose(place) else { return }
        let told = purchases[place].told
        let minor: Int64 =
            switch random.next(0...9) {
            case 0: 0
            case 1...5: Int64(random.next(1...20_000))
            default: told.amountMinor
            }
        purchases[place].isChanged = true
        let day = told.isPending ? told.day : today.adding(days: -random.next(0...60))
        tell(
            place,
            .living(
                told.id,
                minor,
                on: day,
                at: told.merchantName ?? "",
                isPending: told.isPending,
                was: told.pendingID
            )
        )
    }

    private mutating func withdraw() {
        guard let place = some(), !purchases[place].isGone, !isLoose(place) else { return }
        move(purchases[place], by: 1)
        purchases[place].isGone = true
        log.append([(purchases[place].id, nil)])
    }

    private func isLoose(_ place: Int) -> Bool {
        purchases[place].looseAt.map { $0 >= booked } ?? false
    }

    private mutating func bringBack() {
        guard let place = some(), purchases[place].isGone else { return }
        tell(place, purchases[place].told)
    }

    /// One of the last ones, so that what happens to a record is far apart and near.
    private mutating func some() -> Int? {
        guard !purchases.isEmpty else { return nil }
        let most = purchases.count
        let back = random.next(0...3) == 0 ? random.next(1...most) : random.next(1...min(most, 50))
        return most - back
    }

    /// A word of letters alone: numbers in a bank's text are often no part of a name.
    private static func name(_ number: Int) -> String {
        var (rest, word) = (number, "")
        repeat {
            word.append(Character(UnicodeScalar(UInt8(ascii: "a") + UInt8(rest % 20))))
            rest /= 20
        } while rest > 0
        return "\(LivingBank.merchants)\(word)q"
    }
}
