import Foundation
import Kernel

@testable import Guardian

/// A condition by its JSON.
func condition(_ json: String) throws -> PolicyCondition {
    try JSONDecoder().decode(PolicyCondition.self, from: Data(json.utf8))
}

/// What is wrong with a condition, as `path rule`; `nil` when nothing is.
func fault(_ json: String) throws -> String? {
    do {
        _ = try condition(json)
        return nil
    } catch let fault as PolicyFault {
        return fault.description
    }
}

extension ID {
    /// A small id.
    static func test(_ number: UInt64) -> Self { Self(RawID(high: 0, low: number)) }
}

extension Policy {
    /// A policy that is live unless said; of several, those with a lower number are older.
    static func test(
        _ json: String,
        _ action: Action = .decline,
        number: UInt64 = 1,
        name: String? = nil,
        member: ID<Entity.Member>? = nil,
        message: String? = nil,
        state: State = .live
    ) throws -> Policy {
        Policy(
            id: .test(number),
            name: name ?? "Policy \(number)",
            member: member,
            condition: try JSONDecoder().decode(PolicyCondition.self, from: Data(json.utf8)),
            action: action,
            message: message,
            state: state,
            createdAt: Timestamp(seconds: Int64(number))
        )
    }
}

extension PolicyFacts {
    /// Facts of a purchase of $5.01 at Steam, on Wednesday, 2025-03-05 12:00 UTC, unless said.
    ///
    /// `values`: What each window has, in the order in which the conditions ask for them.
    static func test(
        _ needs: PolicyNeeds,
        minor: Int64 = 501,
        category: String = "fun",
        merchant: String = "steam",
        mcc: Int64? = nil,
        at instant: String = "2025-03-05T12:00:00Z",
        in zone: Zone = .utc,
        values: [Int64]? = nil,
        isFirst: Bool? = nil,
        avoidable: Double? = nil,
        wallet: Int64? = nil,
        position: Coordinate? = nil,
        fences: [Serial<Entity.Geofence>: Coordinate] = [:],
        goals: [ID<Entity.Goal>: Int64] = [:]
    ) -> PolicyFacts {
        PolicyFacts(
            for: needs,
            amount: Money(minor: minor, currency: .usd),
            category: category,
            merchant: merchant,
            mcc: mcc,
            clock: PolicyClock(
                at: Timestamp(instant) ?? Timestamp(milliseconds: 0),
                in: zone
            ),
            windowValues: values ?? needs.windows.map { _ in 0 },
            isFirstAtMerchant: isFirst ?? false,
            isFirstInCategory: isFirst ?? false,
            avoidable: avoidable,
            wallet: wallet,
            position: position,
            fences: fences,
            goalLacks: goals
        )
    }
}

extension PolicyCondition {
    /// Whether the condition is true, found in both ways in which it can be.
    func isTrue(_ make: (PolicyNeeds) -> PolicyFacts) -> Bool? {
        let needs = PolicyNeeds(of: CollectionOfOne(self))
        let facts = make(needs)
        let program = PolicyProgram(CollectionOfOne(self), needs)
        var places: [Int] = []
        program.evaluate(program.measures(of: facts), into: &places)
        return places.isEmpty == facts.make(self, needs) ? nil : !places.isEmpty
    }
}
