import Banking
import Kernel
import SQL
import Store

/// An allowance that was paid.
struct PaidAllowance: Sendable, Equatable {
    /// The due day.
    let due: AllowanceDue
    /// The currency of its household.
    let currency: Currency
}

/// What is told of allowances.
extension Notices {
    /// Tells children of allowances that were paid to them, in the transaction of the payments.
    ///
    /// For all payments of a transaction at once: three statements for each 32 children. A child
    /// is told once, of the sum, and nothing more of the same due days.
    ///
    /// - Returns: How many notifications were added.
    /// - Throws: `DatabaseError`.
    @discardableResult
    func tellPaid(_ paid: [PaidAllowance], _ call: Call, in session: any Session) throws -> Int {
        guard !paid.isEmpty else { return 0 }
        let children = Dictionary(grouping: paid, by: \.due.child)
        let members = try NoticeRecipients.members(of: Set(children.keys), in: session)
        let notices = children.sorted { $0.key < $1.key }.compactMap { child, paid -> Notice? in
            guard let member = members[child],
                let newest = paid.max(by: { $0.due.day < $1.due.day })
            else { return nil }
            let minor = paid.reduce(0) { $0 + $1.due.amountMinor }
            return Notice(
                .allowancePaid(name: nil, amount: Money(minor: minor, currency: newest.currency)),
                of: "\(child.text)\n\(newest.due.day.text)",
                to: member,
                data: ["due_day": newest.due.day.text]
            )
        }
        return try add(notices, isRare: true, call, in: session)
    }
}
