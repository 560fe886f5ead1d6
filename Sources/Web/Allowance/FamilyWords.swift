import Contract
public import Kernel

/// How the family's pages say amounts, days and allowances.
public struct FamilyWords: Sendable {
    let zone: Zone
    /// How figures and days are written.
    public let format: PageFormat

    /// Makes words.
    ///
    /// `zone`: The household's.
    public init(_ format: PageFormat, zone: Zone) {
        self.format = format
        self.zone = zone
    }

    /// The household's day at an instant.
    public func day(of instant: Timestamp) -> CivilDay { zone.day(of: instant) }

    func money(_ amount: DecimalAmount) -> String {
        format.money(hundredths: amount.minor)
    }

    /// An amount as a field holds it: without a currency, and as everybody may type it.
    static func plain(_ amount: DecimalAmount) -> String {
        DecimalText.text(minor: amount.minor, exponent: 2)
    }

    func day(_ instant: WireTimestamp) -> String {
        format.longDay(zone.day(of: instant.instant))
    }

    /// What a child is paid next, and when.
    func next(_ schedule: API.Allowance.ScheduleResponse) -> String {
        let amount = money(schedule.amount)
        if schedule.amount.minor == 0 { return "No allowance is set." }
        if schedule.isPaused {
            guard let reason = schedule.pauseReason else { return "The allowance has a break." }
            return "The allowance has a break: \(reason)"
        }
        guard let next = schedule.nextAllowanceDate else {
            return "The first allowance of \(amount) comes soon."
        }
        return "The next \(amount) comes on \(day(next))."
    }

    /// How often a child is paid.
    func rhythm(_ schedule: API.Allowance.ScheduleResponse) -> String {
        let weekday = schedule.weekday.map { " on \($0.rawValue)" } ?? ""
        return switch schedule.frequency {
        case .weekly: "every week\(weekday)"
        case .biweekly: "every two weeks\(weekday)"
        case .monthly: "every month on day \(schedule.dayOfMonth.map(format.number) ?? "1")"
        }
    }

    /// A child's name as a page says it.
    static func name(first: String, last: String, email: String) -> String {
        let names = [first, last].filter { !$0.isEmpty }
        return names.isEmpty ? email : names.joined(separator: " ")
    }

    /// The same in a word.
    static func shortName(first: String, email: String) -> String {
        first.isEmpty ? email : first
    }
}
