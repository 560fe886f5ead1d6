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
            let child = try Self.profile(input.childID, seenBy: membership, in: session)
            var ledger = try LedgerWriter(membership.head, catalogue, in: session)
            _ = try ledger.recordOwedDues(of: child, call)
            try ledger.settleDues(call)
            try ledger.setSplit(split, of: child, by: membership.member, call)
            let changed = try Self.profile(input.childID, seenBy: membership, in: session)
            return try Self.jars(of: changed, in: session)
        }
    }
}
