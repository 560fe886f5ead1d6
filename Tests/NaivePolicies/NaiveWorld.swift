import Foundation

/// A condition as the contract has it, evaluated by reading all history for every question.
///
/// It knows nothing of how Guardian evaluates conditions; both are told the same JSON.
indirect enum NaiveCondition {
    case all([NaiveCondition])
    case any([NaiveCondition])
    case not(NaiveCondition)
    case amount(Int64?, Int64?)
    case category([String])
    case merchant([String])
    case mcc([ClosedRange<Int64>])
    case firstTime(ofMerchant: Bool)
    case time(days: [Int], from: Int?, to: Int?)
    case spent(NaiveWindow, moreThan: Int64)
    case count(NaiveWindow, moreThan: Int64)
    case place(isUnknownTrue: Bool)
    case avoidable(tenThousandths: Int64)
    case wallet(lessThan: Int64)

    static let days = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]

    /// The condition as a caller would send it.
    var json: String {
        switch self {
        case .all(let parts): #"{"all":[\#(parts.map(\.json).joined(separator: ","))]}"#
        case .any(let parts): #"{"any":[\#(parts.map(\.json).joined(separator: ","))]}"#
        case .not(let part): #"{"not":\#(part.json)}"#
        case .amount(let least, let most):
            Self.object(
                "amount",
                [least.map { #""at_least":\#($0)"# }, most.map { #""at_most":\#($0)"# }]
            )
        case .category(let names): Self.list("category", names)
        case .merchant(let names): Self.list("merchant", names)
        case .mcc(let codes):
            Self.list("mcc", codes.map { "\($0.lowerBound)-\($0.upperBound)" })
        case .firstTime(let isMerchant):
            #"{"first_time":"\#(isMerchant ? "merchant" : "category")"}"#
        case .time(let days, let from, let to):
            Self.object(
                "time",
                [
                    #""days":[\#(days.map { "\"\(Self.days[$0])\"" }.joined(separator: ","))]"#,
                    from.map { #""from":"\#(Self.clock($0))""# },
                    to.map { #""to":"\#(Self.clock($0))""# },
                ]
            )
        case .spent(let window, let bound): Self.object("spent", [window.json, Self.more(bound)])
        case .count(let window, let bound): Self.object("count", [window.json, Self.more(bound)])
        case .place(let isUnknownTrue):
            Self.object(
                "place",
                [#""within_m":500,"of":{"lat":1.5,"lon":2},"unknown":\#(isUnknownTrue)"#]
            )
        case .avoidable(let share):
            Self.object("avoidable", [#""at_least":\#(Double(share) / 10_000)"#])
        case .wallet(let bound): Self.object("wallet", [#""left_less_than":\#(bound)"#])
        }
    }

    private static func object(_ key: String, _ members: [String?]) -> String {
        #"{"\#(key)":{\#(members.compactMap(\.self).joined(separator: ","))}}"#
    }

    private static func list(_ key: String, _ names: [String]) -> String {
        #"{"\#(key)":[\#(names.map { "\"\($0)\"" }.joined(separator: ","))]}"#
    }

    private static func more(_ bound: Int64) -> String { #""more_than":\#(bound)"# }

    private static func clock(_ minute: Int) -> String {
        let digits = { (number: Int) in number < 10 ? "0\(number)" : "\(number)" }
        return "\(digits(minute / 60)):\(digits(minute % 60))"
    }
}

/// A window as the contract has it.
struct NaiveWindow {
    /// `day`, `week`, `month`, or `nil` for hours.
    var calendar: String?
    var hours: Int64 = 1
    var isOfHousehold = false
    var isOfCategory = false
    var isOfMerchant = false
    var subject: NaiveHappening.Kind = .purchase

    fileprivate var json: String {
        let span = calendar.map { "\"\($0)\"" } ?? #"{"hours":\#(hours)}"#
        let over = [
            isOfHousehold ? "household" : "member", isOfCategory ? "category" : nil,
            isOfMerchant ? "merchant" : nil,
        ].compactMap(\.self).map { "\"\($0)\"" }.joined(separator: ",")
        return #""window":\#(span),"over":[\#(over)],"of":"\#(subject.rawValue)s""#
    }
}

/// Something that happened in a household.
struct NaiveHappening {
    enum Kind: String {
        case purchase
        case approval
        case decline
    }

    var kind: Kind
    var milliseconds: Int64
    var member: Int
    var category: Int
    var merchant: Int
    var minor: Int64
    /// By the household's clock, as Foundation's calendar has it.
    var clock: NaiveClock
    var mcc: Int64?
    var score: Double?
    var wallet: Int64?
    /// Inside, outside, or nobody knows.
    var isInside: Bool?
    var wasApproved = false
    var wasOverridden = false
    /// Of a purchase: not settled yet.
    var isPending = false
    var isKnownMerchant = false
    var isKnownCategory = false
}

/// What the calendar and the clock on the wall show.
struct NaiveClock: Equatable {
    let day: String
    /// Days since 1970.
    let number: Int64
    let week: String
    let month: String
    /// Monday 0.
    let weekday: Int
    let minute: Int

    init(_ milliseconds: Int64, in zone: TimeZone) {
        var calendar = Calendar(identifier: .iso8601)
        calendar.timeZone = zone
        let date = Date(timeIntervalSince1970: Double(milliseconds / 1_000))
        let parts = calendar.dateComponents(
            [.year, .month, .day, .hour, .minute, .weekday, .yearForWeekOfYear, .weekOfYear],
            from: date
        )
        let text = { (parts: [Int?]) in parts.map { "\($0 ?? -1)" }.joined(separator: "-") }
        day = text([parts.year, parts.month, parts.day])
        let offset = Int64(zone.secondsFromGMT(for: date)) * 1_000
        number = Int64((Double(milliseconds + offset) / 86_400_000).rounded(.down))
        week = text([parts.yearForWeekOfYear, parts.weekOfYear])
        month = text([parts.year, parts.month])
        weekday = ((parts.weekday ?? 0) + 5) % 7
        minute = (parts.hour ?? 0) * 60 + (parts.minute ?? 0)
    }
}

extension NaiveCondition {
    /// Whether it is true for a purchase after everything that happened.
    func isTrue(_ now: NaiveHappening, after past: [NaiveHappening]) -> Bool {
        switch self {
        case .all(let parts): !parts.contains { !$0.isTrue(now, after: past) }
        case .any(let parts): parts.contains { $0.isTrue(now, after: past) }
        case .not(let part): !part.isTrue(now, after: past)
        case .amount(let least, let most):
            now.minor >= least ?? 0 && now.minor <= most ?? .max
        case .category(let names): names.contains("c\(now.category)")
        case .merchant(let names): names.contains("m\(now.merchant)")
        case .mcc(let codes): now.mcc.map { code in codes.contains { $0 ~= code } } ?? false
        case .firstTime(let isMerchant):
            !(isMerchant ? now.isKnownMerchant : now.isKnownCategory)
                && !past.contains { other in
                    // What is pending for longer than windows reach back is forgotten.
                    other.kind == .purchase && other.member == now.member
                        && !(other.isPending && other.clock.number < now.clock.number - 40)
                        && (isMerchant
                            ? other.merchant == now.merchant : other.category == now.category)
                }
        case .time(let days, let from, let to): Self.shows(now.clock, days, from, to)
        case .spent(let window, let bound):
            now.minor + window.happenings(now, past).map(\.minor).reduce(0, +) > bound
        case .count(let window, let bound):
            Int64(1 + window.happenings(now, past).count) > bound
        case .place(let isUnknownTrue): now.isInside ?? isUnknownTrue
        case .avoidable(let share): now.score.map { $0 >= Double(share) / 10_000 } ?? false
        case .wallet(let bound): now.wallet.map { $0 - now.minor < bound } ?? false
        }
    }

    /// Walks the minutes of each span that may hold the clock.
    private static func shows(_ clock: NaiveClock, _ days: [Int], _ from: Int?, _ to: Int?) -> Bool
    {
        let begin = from ?? 0
        var length = (to ?? 1_440) - begin
        if length <= 0 { length += 1_440 }
        return days.contains { day in
            let start = day * 1_440 + begin
            let minute = clock.weekday * 1_440 + clock.minute
            let passed = (minute - start + 7 * 1_440) % (7 * 1_440)
            return passed < length
        }
    }
}

extension NaiveWindow {
    fileprivate func happenings(
        _ now: NaiveHappening,
        _ past: [NaiveHappening]
    ) -> [NaiveHappening] {
        past.filter { other in
            other.kind == subject && (isOfHousehold || other.member == now.member)
                && (!isOfCategory || other.category == now.category)
                && (!isOfMerchant || other.merchant == now.merchant) && isIn(now, other)
        }
    }

    private func isIn(_ now: NaiveHappening, _ other: NaiveHappening) -> Bool {
        switch calendar {
        case "day": other.clock.day == now.clock.day
        case "week": other.clock.week == now.clock.week
        case "month": other.clock.month == now.clock.month
        default:
            other.milliseconds >= now.milliseconds - hours * 3_600_000
                && other.milliseconds < now.milliseconds
        }
    }
}
