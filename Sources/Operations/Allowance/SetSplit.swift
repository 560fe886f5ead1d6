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
        return try await writing(call) { session, standing in
            let child = try Self.profile(input.childID, seenBy: standing, in: session)
            var books = try Books(standing.head, catalogue, in: session)
            _ = try books.recordOwedDues(of: child, call)
            _ = try books.settleDues(call)
            try books.setSplit(split, of: child, by: standing.member, call)
            let changed = try Self.profile(input.childID, seenBy: standing, in: session)
            return try Self.jars(of: changed, in: session)
        }
    }
}
