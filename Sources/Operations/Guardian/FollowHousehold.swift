import Kernel
import Ledger
import SQL
import Store

/// Up to where somebody was told what happens in a household.
public struct FollowedPosition: Sendable, Equatable {
    /// The newest event.
    public var event: Int64
    /// What moves with everything else that the reader may know of: for a parent the end of the
    /// household's chain, for a child the newest movement of its own wallet.
    public var books: Int64

    /// Names a position.
    public init(event: Int64, books: Int64) {
        self.event = event
        self.books = books
    }
}

/// What happened since a position.
public struct HouseholdNews: Sendable {
    /// The events, oldest first, at most ``Limits/eventsPerRead``.
    public let events: [HouseholdEvent]
    /// The position after them.
    public let position: FollowedPosition
}

extension GuardianOperations {
    /// Where the caller's household stands now.
    ///
    /// - Throws: ``Problem`` `unauthenticated`; `DatabaseError`.
    public func position(_ call: Call) async throws -> FollowedPosition {
        try await reading(call) { session, membership in
            FollowedPosition(
                event: try Events.newest(of: membership.household, in: session).value,
                books: try Self.books(of: membership, in: session)
            )
        }
    }

    /// What happened since a position, as far as the caller may know.
    ///
    /// Most of what moves money is no event, and its reader hears by the books that there is more
    /// to see: a parent of the whole household, a child of itself.
    ///
    /// - Throws: ``Problem`` `unauthenticated`; `DatabaseError`.
    public func news(
        since position: FollowedPosition,
        _ call: Call
    ) async throws -> HouseholdNews {
        try await reading(call) { session, membership in
            let events = try Self.events(after: position.event, of: membership, in: session)
            return HouseholdNews(
                events: events,
                position: FollowedPosition(
                    event: events.last?.number ?? position.event,
                    books: try Self.books(of: membership, in: session)
                )
            )
        }
    }

    private static func books(
        of membership: Membership,
        in session: any Session
    ) throws -> Int64 {
        guard membership.role == .child else { return membership.head.sequence }
        return try WalletMovements.newest(of: membership.member, in: session)
    }
}
