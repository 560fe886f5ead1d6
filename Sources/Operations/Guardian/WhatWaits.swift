import Allowance
import Kernel
import SQL
import Store

/// How much waits for a parent's word, beside the purchases that children asked about.
public struct WhatWaits: Sendable, Equatable {
    /// The chores that children say are done.
    public var chores: Int
    /// The money that children ask for.
    public var requests: Int
    /// The policies of which a change waits that another parent asked for.
    public var policies: Int

    /// Counts what waits.
    public init(chores: Int = 0, requests: Int = 0, policies: Int = 0) {
        self.chores = chores
        self.requests = requests
        self.policies = policies
    }
}

extension GuardianOperations {
    /// Counts what waits for the caller's word; nothing for a child, who is asked for none.
    ///
    /// Every page of a parent asks for it, so it is one reading: of the open requests, of the
    /// changes that wait, and for each child of the chores that are done, each by an index that
    /// holds little else.
    ///
    /// - Throws: ``Problem`` `unauthenticated`; `DatabaseError`.
    public func whatWaits(_ call: Call) async throws -> WhatWaits {
        try await reading(call) { session, membership in
            guard membership.role == .parent else { return WhatWaits() }
            let household = membership.household
            let children = try Children.list(of: household, in: session).map(\.id)
            let requests = try MoneyRequests.newest(of: household, state: .pending, in: session)
            return WhatWaits(
                chores: try children.reduce(0) { count, child in
                    count + (try Chores.newest(of: child, state: .done, in: session).count)
                },
                // Of a child that left, nobody answers what it asked for.
                requests: requests.count { children.contains($0.child) },
                policies: try Policies.waiting(of: household, in: session)
                    .count { $0.pending?.askedBy != membership.member }
            )
        }
    }
}
