import Catalogue
import Foundation
import Kernel
import Ledger
import SQL
import Store
import Testing

@testable import Guardian
@testable import Operations

/// All transfers and decisions of a household in memory, by which windows are worked out as the
/// contract defines them.
///
/// Days are those of Foundation's calendar.
struct NaiveWindows {
    private struct Happening {
        let subject: PolicyWindow.Subject
        let milliseconds: Int64
        let member: ID<Entity.Member>
        let category: String
        let merchantKey: String
        let minor: Int64
        /// Whether it is a purchase that is not posted yet.
        var isPending = false
    }

    static let hours = [1, 2, 23, 24, 25, 100, 743, 744]

    /// Every window there is, of some hours.
    static let needs: PolicyNeeds = {
        let spans: [PolicyWindow.Span] = [.day, .week, .month] + hours.map { .hours(Int64($0)) }
        let flags = [false, true]
        var needs = PolicyNeeds(of: [PolicyCondition]())
        for span in spans {
            for (household, category, merchant) in flags.flatMap({ household in
                flags.flatMap { category in flags.map { (household, category, $0) } }
            }) {
                let scope = PolicyWindow.Scope(
                    isOfHousehold: household,
                    isOfCategory: category,
                    isOfMerchant: merchant
                )
                for subject in PolicyWindow.Subject.allCases {
                    for measure in PolicyWindow.Measure.allCases {
                        needs.add(
                            PolicyWindow(
                                span: span,
                                scope: scope,
                                subject: subject,
                                measure: measure
                            )
                        )
                    }
                }
            }
        }
        return needs
    }()

    private let happenings: [Happening]
    private let calendar: Calendar

    init(
        of household: ID<Entity.Household>,
        _ zone: String,
        _ database: any Database
    ) async throws {
        var calendar = Calendar(identifier: .iso8601)
        calendar.timeZone = try #require(TimeZone(identifier: zone))
        self.calendar = calendar
        happenings = try await database.read { session in
            let transfers = try Transfers.links(of: household, after: 0, in: session)
                .map(\.record)
            let decisions = try Decisions.links(of: household, after: 0, in: session)
                .map(\.record)
            // One page has all.
            guard max(transfers.count, decisions.count) < Limits.walkRows else { throw TooMany() }
            return try Self.purchases(transfers, in: session)
                + decisions.map { decision in
                    Happening(
                        subject: decision.answer == "APPROVE" ? .approvals : .declines,
                        milliseconds: decision.decidedAt.milliseconds,
                        member: decision.member,
                        category: decision.facts.category,
                        merchantKey: MerchantName.normalised(decision.merchant),
                        minor: decision.facts.amount.minor
                    )
                }
        }
    }

    private struct TooMany: Error {}

    private static func purchases(
        _ transfers: [Transfer],
        in session: any Session
    ) throws -> [Happening] {
        let over = Set(transfers.flatMap { [$0.pending, $0.reverses].compactMap(\.self) })
        return try transfers.compactMap { transfer in
            guard transfer.kind == .purchase, let member = transfer.member,
                transfer.phase != .void, transfer.reverses == nil, !over.contains(transfer.id)
            else { return nil }
            let edit = try Annotations.find(transfer.pending ?? transfer.id, in: session)
            let spending = Catalogue.standard.spending(
                of: transfer,
                by: member,
                edited: edit?.category
            )
            guard let spending else { return nil }
            return Happening(
                subject: .purchases,
                milliseconds: transfer.occurredAt.milliseconds,
                member: member,
                category: spending.guardianCategory,
                merchantKey: MerchantName.normalised(transfer.details.merchant ?? "unknown"),
                minor: transfer.amount.minor,
                isPending: transfer.phase == .pending
            )
        }
    }

    /// The categories of all, in order, with one that nothing is of.
    var categories: [String] { Set(happenings.map(\.category) + ["never"]).sorted() }
    /// The merchants of all, in order, with one at which nothing was.
    var merchantKeys: [String] { Set(happenings.map(\.merchantKey) + ["", "nobody"]).sorted() }

    /// What a window has for a purchase.
    func value(of window: PolicyWindow, for purchase: PolicyWindows.Purchase) -> Int64 {
        let instants = instants(of: window.span, until: purchase.now)
        let scope = window.scope
        let found = happenings.filter { happening in
            happening.subject == window.subject && instants.contains(happening.milliseconds)
                && (scope.isOfHousehold || happening.member == purchase.member)
                && (!scope.isOfCategory || happening.category == purchase.category)
                && (!scope.isOfMerchant || happening.merchantKey == purchase.merchantKey)
        }
        return window.measure == .sum
            ? found.map(\.minor).reduce(0, +) : Int64(found.count)
    }

    /// Whether the member never bought at the merchant, and never in the category.
    ///
    /// What is pending for longer than windows are kept is not looked at.
    func firsts(for purchase: PolicyWindows.Purchase) -> [Bool] {
        let today = Date(timeIntervalSince1970: Double(purchase.now.seconds))
        let days = -Limits.policyWindowDays
        guard let oldest = calendar.date(byAdding: .day, value: days, to: today) else {
            preconditionFailure("a calendar has days")
        }
        let end = instants(of: .day, until: purchase.now).upperBound
        let start = instants(of: .day, until: oldest.timestamp).lowerBound
        let own = happenings.filter { happening in
            happening.subject == .purchases && happening.member == purchase.member
                && happening.milliseconds < end
        }
        let counted = own.filter { !$0.isPending || $0.milliseconds >= start }
        return [
            !counted.contains { $0.merchantKey == purchase.merchantKey },
            !counted.contains { $0.category == purchase.category },
        ]
    }

    /// Whole days up to the end of today, or the hours before now.
    private func instants(of span: PolicyWindow.Span, until now: Timestamp) -> Range<Int64> {
        let component: Calendar.Component
        switch span {
        case .day: component = .day
        case .week: component = .weekOfYear
        case .month: component = .month
        case .hours(let hours):
            return now.milliseconds - hours * 3_600_000..<now.milliseconds
        }
        let date = Date(timeIntervalSince1970: Double(now.seconds))
        guard let whole = calendar.dateInterval(of: component, for: date),
            let today = calendar.dateInterval(of: .day, for: date)
        else { preconditionFailure("a calendar has days, weeks and months") }
        let milliseconds = { (date: Date) in Int64(date.timeIntervalSince1970) * 1_000 }
        return milliseconds(whole.start)..<milliseconds(today.end)
    }
}

extension Date {
    fileprivate var timestamp: Timestamp { Timestamp(seconds: Int64(timeIntervalSince1970)) }
}
