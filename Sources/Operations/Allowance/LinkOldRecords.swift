import Contract
import Kernel
import Ledger
import SQL
import Store

extension AllowanceOperations {
    /// Gives chores and goals of earlier versions of the program a link of their household's chain,
    /// so that devices may copy them.
    ///
    /// - Returns: How many there were.
    /// - Throws: `DatabaseError`; `CancellationError`.
    @discardableResult
    public func linkOldRecords(_ call: Call) async throws -> Int {
        var count = 0
        while true {
            try Task.checkCancellation()
            let some = try await database.write { session in
                let chores = try Chores.unlinked(in: session)
                for (chore, owner) in chores {
                    let (id, body) = (chore.id.text, chore.linkBody)
                    try Self.link(.choreSet, id, body, owner, call, in: session)
                    try Chores.noteLinked(chore.id, in: session)
                }
                let goals = try Goals.unlinked(in: session)
                for (goal, owner) in goals {
                    let (id, body) = (goal.id.text, goal.linkBody)
                    try Self.link(.goalSet, id, body, owner, call, in: session)
                    try Goals.noteLinked(goal.id, in: session)
                }
                return chores.count + goals.count
            }
            guard some > 0 else { return count }
            count += some
        }
    }

    private static func link(
        _ kind: Edit.Kind,
        _ id: String,
        _ body: [JSON.Member],
        _ owner: RecordOwner,
        _ call: Call,
        in session: any Session
    ) throws {
        let head = try Households.head(of: owner.household, in: session)
            .orCorrupt("a household has no chain")
        let edit = Edit(
            kind,
            of: id,
            body,
            in: owner.household,
            by: nil,
            owner: owner.member,
            call
        )
        try Edits.append(edit, to: head, in: session)
    }
}
