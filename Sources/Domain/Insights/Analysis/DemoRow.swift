public import Kernel

/// A transaction of the demo household; all are posted and known by their day alone.
public struct DemoRow: Sendable, Hashable {
    /// The id, which follows from member, template and day, so that a repeat has the same.
    public let id: RawID
    /// Which of the household's regular transactions it is; the two that are there once included.
    public let template: Int
    /// The account it is on.
    public let account: DemoAccount
    /// The day.
    public let day: CivilDay
    /// Cents; less than zero for an expense.
    public let amountMinor: Int64
    /// The merchant.
    public let merchant: String
    /// The category's name on Insights.
    public let category: String
    /// The catalogue's code of the category.
    public let categoryCode: String

    /// The months before the current one that have rows.
    private static let monthsBefore = 3

    /// The rows that a member's demo household has, oldest first.
    ///
    /// - Parameters:
    ///   - member: Whose household it is.
    ///   - today: The last day that has rows.
    /// - Returns: The rows of the current month up to today, and of three whole months before it.
    public static func all(for member: ID<Entity.Member>, today: CivilDay) -> [DemoRow] {
        let first = today.month.adding(months: -monthsBefore).firstDay
        return (first.dayNumber...today.dayNumber).flatMap { number in
            let day = CivilDay(dayNumber: number)
            let isCurrent = day.month == today.month
            return DemoTemplate.all
                .filter { $0.days.contains(day.dayOfMonth) && (isCurrent || !$0.isOneOff) }
                .map { DemoRow($0, day, member) }
        }
    }

    private init(_ template: DemoTemplate, _ day: CivilDay, _ member: ID<Entity.Member>) {
        id = Self.id(of: template.number, on: day, for: member)
        self.template = template.number
        account = template.account
        self.day = day
        amountMinor = template.amountMinor
        merchant = template.merchant
        category = template.category
        categoryCode = template.code
    }

    /// The row as the analysis sees it.
    ///
    /// - Parameter zone: Where its day begins.
    /// - Returns: The row, at the start of its day.
    public func analysed(in zone: Zone) -> AnalysedRow {
        AnalysedRow(
            id: ID(id),
            day: day,
            instant: zone.start(of: day),
            amountMinor: amountMinor,
            category: category,
            merchant: merchant,
            isPending: false
        )
    }

    private static func id(
        of template: Int,
        on day: CivilDay,
        for member: ID<Entity.Member>
    ) -> RawID {
        RawID(named: "demo|\(member.text)|\(template)|\(day.text)")
    }
}
