import Allowance
public import Contract
import Kernel
import Ledger
import SQL
import Store

extension AllowanceOperations {
    /// Sets how each of a child's allowances is shared between its jars from now on.
    ///
    /// What is owed up to today is paid before, as it was shared until now.
    ///
    /// - Throws: ``Problem`` `notFound` when the family has no such child; `unauthenticated`;
    ///   ``ReplayedAnswer``; `DatabaseError`.
    public func setSplit(
        _ input: API.Allowance.SplitRequest,
        _ call: Call
    ) async throws -> API.Allowance.JarsResponse {
        guard let split = Split(savePercent: input.save, givePercent: input.give) else {
            preconditionFailure("the parts of a split were checked")
        }
        return try await writing(call) { session, membership in
            let child = try share(input.childID, split, membership, call, in: session)
            return try Self.jars(of: child, in: session)
        }
    }

    /// Sets how a child's allowances are shared, and records who did; what is owed is paid before.
    ///
    /// - Returns: The child as it is now.
    @discardableResult
    func share(
        _ id: ID<Entity.Child>,
        _ split: Split,
        _ membership: Membership,
        _ call: Call,
        in session: any Session
    ) throws -> ChildProfile {
        let child = try Self.profile(id, seenBy: membership, in: session)
        var ledger = try LedgerWriter(membership.head, catalogue, in: session)
        _ = try ledger.recordOwedDues(of: child, call)
        try ledger.settleDues(call)
        try ledger.setSplit(split, of: child, by: membership.member, call)
        return try Self.profile(id, seenBy: membership, in: session)
    }
}
