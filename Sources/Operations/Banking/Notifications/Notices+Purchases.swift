import Banking
import Contract
import Guardian
import Kernel
import Providers
import SQL
import Store

/// What is told of decisions about purchases.
extension Notices {
    /// Tells that a purchase was declined: who wanted to buy, and a child's parents, who may be
    /// asked to allow it; a parent's other parents where they are asked.
    ///
    /// The same purchase is told once a day, however often it is tried.
    ///
    /// - Parameters:
    ///   - decision: The decision.
    ///   - approval: The request that it led to, where the parents are asked now.
    ///   - mayBeAllowed: Whether parents could allow it; then they are told by a request alone.
    ///   - membership: Who wanted to buy.
    ///   - call: The call.
    ///   - session: The transaction.
    /// - Throws: `DatabaseError`.
    func tellDecline(
        _ decision: DecisionRecord,
        approval: Serial<Entity.Approval>?,
        mayBeAllowed: Bool,
        _ membership: Membership,
        _ call: Call,
        in session: any Session
    ) throws {
        let member = membership.member
        let (amount, merchant) = (decision.facts.amount, decision.merchant)
        let day = membership.zone.day(of: call.now)
        let event = [decision.merchantKey, String(amount.minor), day.text].joined(separator: "\n")
        let data = ["decision_id": decision.id.text]
        let why = decision.message
        var notices = [
            Notice(
                .purchaseDeclined(name: nil, merchant: merchant, amount: amount, why: why),
                of: event,
                to: member,
                data: data
            )
        ]
        if approval != nil || membership.role == .child && !mayBeAllowed {
            let parents = try Members.parents(of: membership.household, in: session)
                .filter { $0 != member }
            let reached = try recipients(Set(parents), in: session).keys.sorted()
            let name = reached.isEmpty ? "" : try Self.name(of: member, in: session)
            notices += reached.map { parent in
                guard let approval else {
                    return Notice(
                        // The sentence why is for the child, and tells of its wallet.
                        .purchaseDeclined(name: name, merchant: merchant, amount: amount, why: nil),
                        of: "\(member.text)\n\(event)",
                        to: parent,
                        about: member,
                        data: data
                    )
                }
                return Notice(
                    .approvalWanted(name: name, merchant: merchant, amount: amount),
                    of: decision.id.text,
                    to: parent,
                    about: member,
                    data: data.merging(["approval_id": String(approval.value)]) { $1 }
                )
            }
        }
        try add(notices, call, in: session)
    }

    /// Tells that a purchase that was approved brings a month's spending to a mark of its limit:
    /// who buys, and a child's parents.
    ///
    /// A mark is told once for a limit and a month. A purchase that comes to none runs no
    /// statement.
    ///
    /// - Throws: `DatabaseError`.
    func tellBudget(
        _ decision: DecisionRecord,
        _ membership: Membership,
        _ call: Call,
        in session: any Session
    ) throws {
        guard let crossed = decision.facts.crossedMark else { return }
        let member = membership.member
        var told = [member]
        if membership.role == .child {
            told += try Members.parents(of: membership.household, in: session)
        }
        let month = membership.zone.day(of: call.now).month.text
        let event = "\(member.text)\n\(decision.facts.category)\n\(month)"
        let reached = try recipients(Set(told), in: session).keys.sorted()
        let knowing = try knowing(event, among: reached, from: crossed.mark, in: session)
        let ignorant = reached.filter { !knowing.contains($0) }
        guard !ignorant.isEmpty else { return }
        let isOther = ignorant.contains { $0 != member }
        let name = isOther ? try Self.name(of: member, in: session) : nil
        let notices = ignorant.map { recipient in
            Notice(
                .budget(
                    crossed.mark,
                    name: recipient == member ? nil : name,
                    category: decision.facts.category.replacing("_", with: " "),
                    spent: crossed.spent,
                    limit: crossed.limit
                ),
                of: event,
                to: recipient,
                about: member,
                data: ["category": decision.facts.category]
            )
        }
        try add(notices, call, in: session)
    }

    /// Who of some members was told of a mark, or of a higher one.
    private func knowing(
        _ event: String,
        among members: [ID<Entity.Member>],
        from mark: BudgetMark,
        in session: any Session
    ) throws -> Set<ID<Entity.Member>> {
        let marks = BudgetMark.allCases.filter { $0 >= mark }
        let pairs = members.flatMap { member in
            marks.map { mark in
                let kind = mark.kind.rawValue
                let id = PushMessage.id(of: event, kind: kind, to: member)
                return (ID<Entity.Notification>(id), member)
            }
        }
        let known = try Notifications.known(pairs.map(\.0), in: session)
        return Set(pairs.filter { known.contains($0.0) }.map(\.1))
    }

    /// What a member is called in a sentence for another one.
    static func name(of member: ID<Entity.Member>, in session: any Session) throws -> String {
        guard let record = try Members.find(member, in: session) else { return "" }
        return record.firstName ?? record.lastName ?? record.email
    }
}

/// A mark of a limit that a purchase comes to.
private struct CrossedMark {
    let mark: BudgetMark
    let spent: Money
    let limit: Money
}

extension PurchaseFacts {
    /// Whether spending comes to three quarters of the limit; the lowest mark is four fifths.
    ///
    /// Most purchases do not, and nothing else is to be looked at then.
    var nearsLimit: Bool {
        guard let limit = limit?.minor, limit > 0, let before = spentThisMonth?.minor else {
            return false
        }
        let (spent, overflow) = before.addingReportingOverflow(amount.minor)
        return !overflow && spent >= limit - limit / 4
    }

    /// The mark of the limit that spending comes to with this purchase and was below before.
    fileprivate var crossedMark: CrossedMark? {
        guard nearsLimit, let limit, let before = spentThisMonth?.minor else { return nil }
        let spent = before + amount.minor
        guard let mark = BudgetMark.of(spentMinor: spent, limitMinor: limit.minor)
        else { return nil }
        let earlier = BudgetMark.of(spentMinor: before, limitMinor: limit.minor)
        guard earlier.map({ $0 < mark }) ?? true else { return nil }
        let currency = limit.currency
        return CrossedMark(mark: mark, spent: Money(minor: spent, currency: currency), limit: limit)
    }
}
