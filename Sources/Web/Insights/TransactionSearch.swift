import Contract
public import Kernel

/// Which transactions are shown, as it was typed and as the address bar has it: those that fit a
/// text, the best first; without a text those of some days, the newest first.
public struct TransactionSearch: Sendable, Equatable {
    /// What it is about.
    public var text: String
    /// A kind of purchase.
    public var category: String
    /// The first day.
    public var from: String
    /// The last day.
    public var to: String
    /// The least amount, without a sign.
    public var least: String
    /// The greatest amount, without a sign.
    public var most: String
    /// The month, where one was chosen; within the days where these are typed.
    public var month: CivilMonth?
    /// The only account; all when `nil`.
    public var account: ID<Entity.Account>?
    /// The last transaction that was seen; those behind it are shown.
    public var before: Place?
    /// How many that fit a text better are left out.
    public var skipped: Int64 = 0
    /// The transaction that is open.
    public var open: ID<Entity.Entry>?
    /// The day of the one that is open.
    public var day: CivilDay?

    /// A place in the list, which stays where it is when others come before it.
    public struct Place: Sendable, Equatable {
        /// The instant of a transaction.
        public var instant: Timestamp
        /// The transaction; `nil` for what was earlier than the instant.
        public var id: ID<Entity.Entry>?

        /// Names a place.
        public init(_ instant: Timestamp, _ id: ID<Entity.Entry>?) {
            self.instant = instant
            self.id = id
        }

        /// Reads what ``text`` is; `nil` for anything else.
        public init?(_ text: String) {
            let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
            guard let first = parts.first, let milliseconds = Int64(first),
                milliseconds.magnitude < 1 << 53
            else { return nil }
            self.init(Timestamp(milliseconds: milliseconds), nil)
            guard parts.count > 1 else { return }
            guard let id = ID<Entity.Entry>(String(parts[1])) else { return nil }
            self.id = id
        }

        /// As the address has it: milliseconds, and behind a point the transaction.
        public var text: String {
            [String(instant.milliseconds), id?.text].compactMap(\.self).joined(separator: ".")
        }
    }

    /// Names what is looked for.
    public init(
        text: String = "",
        category: String = "",
        from: String = "",
        to: String = "",
        least: String = "",
        most: String = "",
        month: CivilMonth? = nil,
        account: ID<Entity.Account>? = nil,
        open: ID<Entity.Entry>? = nil,
        day: CivilDay? = nil
    ) {
        self.text = text
        self.category = category
        self.from = from
        self.to = to
        self.least = least
        self.most = most
        self.month = month
        self.account = account
        self.open = open
        self.day = day
    }

    /// Names the list with a transaction, which is open.
    public init(open: ID<Entity.Entry>, of day: CivilDay) {
        self.init(month: day.month, open: open, day: day)
    }

    /// The names of what is typed, as the address has them.
    public static let fields = ["q", "kind", "from", "to", "least", "most"]

    private var values: [String] { [text, category, from, to, least, most] }

    /// Whether kinds, days or amounts are asked for.
    var hasFilters: Bool { values.dropFirst().contains { !$0.isEmpty } }

    /// The address that shows it.
    public var path: String {
        var pairs = zip(Self.fields, values).filter { !$1.isEmpty }
            .map { "\($0)=\(PercentCoding.encoded($1))" }
        if let month { pairs.append("month=\(month.text)") }
        if let account { pairs.append("account=\(account.text)") }
        if let before { pairs.append("before=\(before.text)") }
        if skipped > 0 { pairs.append("skip=\(skipped)") }
        if let open { pairs.append("open=\(open.text)") }
        if let day, open != nil { pairs.append("day=\(day.text)") }
        let place = Frame.Place.transactions.path
        return pairs.isEmpty ? place : "\(place)?\(pairs.joined(separator: "&"))"
    }

    /// The same otherwise.
    public func with(_ change: (inout TransactionSearch) -> Void) -> TransactionSearch {
        var search = self
        change(&search)
        return search
    }

    /// The same from its beginning, with nothing open.
    func fromStart(_ change: (inout TransactionSearch) -> Void = { _ in }) -> TransactionSearch {
        with { search in
            search.before = nil
            search.skipped = 0
            (search.open, search.day) = (nil, nil)
            change(&search)
        }
    }
}
