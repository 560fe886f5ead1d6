import SQL

/// Writes that are committed together: each in its own savepoint, all answered after COMMIT.
struct Group {
    private let connection: Connection
    private var outcomes: [Job.Outcome] = []

    /// Opens the transaction.
    ///
    /// - Throws: ``DatabaseError`` `conflict` when another process kept its own open.
    init(on connection: Connection) throws(DatabaseError) {
        self.connection = connection
        try connection.begin(.beginWriting)
    }

    /// How many writes it holds.
    var count: Int { outcomes.count }

    /// Whether the transaction still holds what was written.
    var isIntact: Bool { !connection.isLost }

    /// Runs a job; its caller is not answered yet.
    mutating func run(_ job: Job) {
        do throws(DatabaseError) {
            outcomes.append(try outcome(of: job))
        } catch {
            outcomes.append(Job.Outcome(error: error) { job.refuse($0 ?? error) })
        }
    }

    /// Commits and answers everybody.
    ///
    /// When the commit fails, that is also the answer for work that failed before it: it may have
    /// failed for what it had read of the others' writes.
    func commit() {
        var trouble: DatabaseError?
        do throws(DatabaseError) {
            try connection.commit()
        } catch {
            trouble = error
        }
        for outcome in outcomes { outcome.answer(trouble) }
    }

    private func outcome(of job: Job) throws(DatabaseError) -> Job.Outcome {
        if let refusal = connection.refusal { throw refusal }
        try connection.control(.savepoint)
        let outcome = job.run(connection)
        if outcome.error == nil, let trouble = connection.refusal ?? brokenReference {
            connection.undo()
            throw trouble
        }
        if outcome.error == nil {
            try connection.control(.release)
        } else {
            connection.undo()
        }
        return outcome
    }

    /// COMMIT would find this too, and then refuse everybody for the mistake of one.
    private var brokenReference: DatabaseError? {
        guard connection.hasBrokenReferences else { return nil }
        return DatabaseError(.constraint, "FOREIGN KEY constraint failed")
    }
}
