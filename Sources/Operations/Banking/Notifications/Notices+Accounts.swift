import Banking
import Kernel
import SQL
import Store

/// An expense that a bank told of, as it may be worth a notification.
struct NewExpense: Sendable, Equatable {
    /// The entry.
    let entry: ID<Entity.Entry>
    /// The household's day of it.
    let day: CivilDay
    /// What left the account, more than zero.
    let amount: Money
    /// The merchant, or what the bank called it.
    let merchant: String?
}

/// A balance that a bank told of, beside the one before.
struct BalanceChange: Sendable, Equatable {
    /// The account.
    let account: ID<Entity.Account>
    /// What the account is called.
    let name: String
    /// What was left before, in minor units; `nil` for an account that is new.
    let beforeMinor: Int64?
    /// What is left now.
    let after: Money
}

/// A connection to a bank that does not bring anything any more.
struct BrokenSync: Sendable, Equatable {
    /// Names the connection, and the day on which it broke, such as `<item id> 2025-08-20`: it is
    /// told once for each.
    let event: String
    /// The bank's name.
    let institution: String
    /// Whether the member has to sign in there again.
    let needsSignIn: Bool
}

/// What is told of what banks tell.
extension Notices {
    /// Tells of expenses that are large: the member, and a child's parents, each by what they call
    /// large.
    ///
    /// For entries that are new with the call's transaction; a pending one that posts later is told
    /// once. What lies more than ``Limits/notifiedDays`` back is history, which a first sync
    /// brings.
    ///
    /// - Returns: How many notifications were added.
    /// - Throws: `DatabaseError`.
    @discardableResult
    func tellLargeExpenses(
        _ expenses: [NewExpense],
        of member: ID<Entity.Member>,
        today: CivilDay,
        _ call: Call,
        in session: any Session
    ) throws -> Int {
        let first = today.adding(days: 1 - Limits.notifiedDays)
        let recent = expenses.filter { $0.day >= first && $0.amount.minor > 0 }
        guard !recent.isEmpty, let record = try Members.find(member, in: session) else { return 0 }
        var told = [member]
        if record.role == .child {
            told += try Members.parents(of: record.household, in: session)
        }
        let name = record.firstName ?? record.lastName ?? record.email
        let notices = recent.flatMap { expense in
            told.map { recipient in
                Notice(
                    of: expense.entry.text,
                    to: recipient,
                    about: member,
                    data: ["transaction_id": expense.entry.text]
                ) { preferences in
                    guard preferences.isLarge(expenseMinor: expense.amount.minor) else {
                        return nil
                    }
                    return .largeTransaction(
                        name: recipient == member ? nil : name,
                        merchant: expense.merchant,
                        amount: expense.amount
                    )
                }
            }
        }
        return try add(notices, call, in: session)
    }

    /// Tells a member of accounts whose balance fell below what the member calls low.
    ///
    /// `event` names the sync: an account is told once for each.
    ///
    /// - Returns: How many notifications were added.
    /// - Throws: `DatabaseError`.
    @discardableResult
    func tellLowBalances(
        _ changes: [BalanceChange],
        of member: ID<Entity.Member>,
        event: String,
        _ call: Call,
        in session: any Session
    ) throws -> Int {
        let fallen = changes.filter { change in
            change.beforeMinor.map { $0 > change.after.minor } ?? false
        }
        let notices = fallen.map { change in
            Notice(
                of: "\(change.account.text)\n\(event)",
                to: member,
                data: ["account_id": change.account.text]
            ) { preferences in
                let isLow = preferences.isLowNow(
                    before: change.beforeMinor,
                    after: change.after.minor
                )
                guard isLow else { return nil }
                return .lowBalance(
                    account: change.name,
                    balance: change.after,
                    threshold: Money(
                        minor: preferences.lowBalanceMinor,
                        currency: change.after.currency
                    )
                )
            }
        }
        return try add(notices, call, in: session)
    }

    /// Tells a member that a bank brings nothing any more.
    ///
    /// - Returns: How many notifications were added.
    /// - Throws: `DatabaseError`.
    @discardableResult
    func tellBrokenSync(
        _ broken: BrokenSync,
        of member: ID<Entity.Member>,
        _ call: Call,
        in session: any Session
    ) throws -> Int {
        let fact = NotificationFact.syncBroken(
            institution: broken.institution,
            needsSignIn: broken.needsSignIn
        )
        return try add([Notice(fact, of: broken.event, to: member)], call, in: session)
    }
}
