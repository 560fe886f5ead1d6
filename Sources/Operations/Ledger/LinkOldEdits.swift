import Kernel
import Ledger
import SQL
import Store

extension LedgerOperations {
    /// Gives what members made of transactions in earlier versions of the program a link of their
    /// household's chain, so that devices may copy it.
    ///
    /// - Returns: How many there were.
    /// - Throws: `DatabaseError`; `CancellationError`.
    @discardableResult
    public func linkOldEdits(_ call: Call) async throws -> Int {
        var count = 0
        while true {
            try Task.checkCancellation()
            let some = try await database.write { session in
                let unlinked = try Annotations.unlinked(in: session)
                for found in unlinked {
                    let head = try Households.head(of: found.household, in: session)
                        .orCorrupt("a household has no chain")
                    let edit = Edit.annotation(
                        found.annotation,
                        of: found.transfer,
                        in: found.household,
                        by: nil,
                        call
                    )
                    try Edits.append(edit, to: head, in: session)
                    try Annotations.noteLinked(found.transfer, in: session)
                }
                return unlinked.count
            }
            guard some > 0 else { return count }
            count += some
        }
    }
}
