import Contract
public import Kernel
import Ledger
import SQL
import Store

/// Something that happened in a household, as it is told live.
public struct HouseholdEvent: Sendable, Equatable {
    /// The integer id; later events of a household have higher ones.
    public let number: Int64
    /// What happened, such as `approval.requested`.
    public let kind: String
    /// What is known of it: one line of JSON.
    public let body: String

    /// What a token must open for its bearer to be told: who belongs to the household is of the
    /// account, as it is at the calls that ask for it.
    public var scope: APIScopes {
        if kind == EventRecord.Kind.importProgress.rawValue { return .bankingRead }
        return kind.hasPrefix("parent.") ? .account : .guardianRead
    }
}

/// Events of a household, with the end of its chain when they were read.
public struct HouseholdEvents: Sendable {
    /// The events, oldest first.
    public let events: [HouseholdEvent]
    /// The place of the chain's last link.
    public let end: Int64
}

extension GuardianOperations {
    /// The event after which a caller who follows begins to be told, and the place of the last
    /// link of the household's chain.
    ///
    /// It is the one the caller names, so that nothing is missed and nothing told twice, or the
    /// newest one. An id that is not given out yet, of a database that was since restored, counts
    /// as the newest.
    ///
    /// - Throws: ``Problem`` `unauthenticated`; `DatabaseError`.
    public func startOfEvents(
        after last: Int64?,
        _ call: Call
    ) async throws -> (event: Int64, end: Int64) {
        try await reading(call) { session, membership in
            let newest = try Events.newest(of: membership.household, in: session).value
            return (min(last ?? newest, newest), membership.head.sequence)
        }
    }

    /// What happened after an event, oldest first, at most ``Limits/eventsPerRead`` of it: a parent
    /// is told of the whole household, a child of itself.
    ///
    /// - Throws: ``Problem`` `unauthenticated`; `DatabaseError`.
    public func events(after number: Int64, _ call: Call) async throws -> HouseholdEvents {
        try await reading(call) { session, membership in
            HouseholdEvents(
                events: try Self.events(after: number, of: membership, in: session),
                end: membership.head.sequence
            )
        }
    }

    static func events(
        after number: Int64,
        of membership: Membership,
        in session: any Session
    ) throws -> [HouseholdEvent] {
        let events = try Events.list(
            after: Serial(number),
            of: membership.household,
            member: membership.role == .child ? membership.member : nil,
            in: session
        )
        return events.map { event in
            HouseholdEvent(
                number: event.number.value,
                kind: event.kind.rawValue,
                body: event.body
            )
        }
    }
}
