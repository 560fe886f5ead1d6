import SQL

/// Writes that are committed together: one that fails, fails alone, and all are answered after
/// COMMIT.
///
/// What undoes one write and leaves the others is a savepoint around each. While one is open,
/// SQLite copies every page before it is changed: measured, an eighth of what a decision costs the
/// thread that writes. So a group begins without. When one of its writes fails, everything is
/// undone and all of them run again, now each in a savepoint; work may run again, says `Database`.
struct Group {
    /// Whether one of the writes failed.
    private(set) var hasFailure = false

    private let connection: Connection
    private var isGuarded: Bool
    private var unguarded: [Job] = []
    private var outcomes: [Job.Outcome] = []
    /// Why the transaction could not be begun once more.
    private var refusal: DatabaseError?

    /// Opens the transaction.
    ///
    /// `guarded`: Whether each write has its savepoint from the beginning.
    /// Throws ``DatabaseError`` `conflict` when another process kept its own open.
    init(on connection: Connection, guarded: Bool) throws(DatabaseError) {
        self.connection = connection
        isGuarded = guarded
        try connection.begin(.beginWriting)
    }

    /// How many writes it holds.
    var count: Int { outcomes.count }

    /// Whether the transaction still holds what was written.
    var isIntact: Bool { refusal == nil && !connection.isLost }

    /// Runs a job; its caller is not answered yet.
    mutating func run(_ job: Job) {
        guard !isGuarded else { return runGuarded(job) }
        let outcome = whole(job.run(connection), of: job)
        unguarded.append(job)
        outcomes.append(outcome)
        if outcome.error != nil { startOver() }
    }

    /// Commits and answers everybody.
    ///
    /// When the commit fails, that is also the answer for work that failed before it: it may have
    /// failed for what it had read of the others' writes.
    func commit() {
        var trouble = refusal
        if trouble == nil {
            do throws(DatabaseError) {
                try connection.commit()
            } catch {
                trouble = error
            }
        }
        for outcome in outcomes { outcome.answer(trouble) }
    }

    /// Undoes everything and runs it again, with a savepoint around each write.
    private mutating func startOver() {
        hasFailure = true
        isGuarded = true
        // What SQLite has ended fails at COMMIT, for everybody: the disk, or a write cut short.
        guard !connection.isLost else { return }
        connection.rollBack()
        do throws(DatabaseError) {
            try connection.begin(.beginWriting)
        } catch {
            refusal = error
            return
        }
        // Alone it has seen nothing but what is committed; what it came to stands.
        guard unguarded.count > 1 else { return }
        outcomes.removeAll(keepingCapacity: true)
        for job in unguarded { runGuarded(job) }
    }

    private mutating func runGuarded(_ job: Job) {
        do throws(DatabaseError) {
            outcomes.append(try outcome(of: job))
        } catch {
            outcomes.append(refused(job, error))
        }
        if outcomes.last?.error != nil { hasFailure = true }
    }

    private func outcome(of job: Job) throws(DatabaseError) -> Job.Outcome {
        if let refusal = connection.refusal { throw refusal }
        try connection.control(.savepoint)
        let outcome = whole(job.run(connection), of: job)
        if outcome.error == nil {
            try connection.control(.release)
        } else {
            connection.undo()
        }
        return outcome
    }

    /// What a job came to, or why it may not stand although it did not throw.
    private func whole(_ outcome: Job.Outcome, of job: Job) -> Job.Outcome {
        guard outcome.error == nil, let trouble = connection.refusal ?? refusalAtCommit else {
            return outcome
        }
        return refused(job, trouble)
    }

    private func refused(_ job: Job, _ error: DatabaseError) -> Job.Outcome {
        Job.Outcome(error: error) { job.refuse($0 ?? error) }
    }

    /// COMMIT would find this too, and then refuse everybody for the mistake of one.
    private var refusalAtCommit: DatabaseError? {
        guard connection.isInTransaction else {
            return DatabaseError(.statement, "work cannot begin or end transactions")
        }
        guard connection.hasBrokenReferences else { return nil }
        return DatabaseError(.constraint, "FOREIGN KEY constraint failed")
    }
}
