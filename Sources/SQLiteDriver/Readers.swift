import SQL

/// The threads that read, each with a connection of its own that sees one state per transaction.
final class Readers: Sendable {
    private let path: String
    private let bounds: Bounds
    private let jobs: JobQueue
    private let threads: ThreadGroup

    /// Makes the readers of a file; a connection is opened when somebody reads.
    init(_ path: String, bounds: Bounds) {
        self.path = path
        self.bounds = bounds
        jobs = JobQueue(bounds)
        threads = ThreadGroup("purser.sqlite.reader", atMost: bounds.readers)
    }

    /// Runs work on the next reader that is free.
    ///
    /// - Throws: ``DatabaseError``, and what `work` throws.
    func perform<R: Sendable>(
        _ work: @escaping @Sendable (any Session) throws -> R
    ) async throws -> R {
        if !jobs.isAttended {
            threads.start { [jobs, path, bounds] in Self.serve(jobs, path, bounds) }
        }
        return try await jobs.perform(work)
    }

    /// Accepts nothing any more.
    func close() { jobs.close() }

    /// Accepts nothing any more and refuses what waits.
    func close(refusing error: DatabaseError) { jobs.close(refusing: error) }

    /// Waits until what was accepted is done and every connection is closed; blocks its thread.
    func waitUntilEnded() { threads.waitUntilEnded() }

    private static func serve(_ jobs: JobQueue, _ path: String, _ bounds: Bounds) {
        var opened: Connection?
        while let job = jobs.next() {
            do throws(DatabaseError) {
                let connection: Connection
                if let opened {
                    connection = opened
                } else {
                    connection = Connection(
                        try Opening.reader(path, bounds),
                        role: .reader,
                        bounds: bounds
                    )
                    opened = connection
                }
                try connection.begin(.beginReading)
                let outcome = job.run(connection)
                connection.rollBack()
                outcome.answer(nil)
            } catch {
                job.refuse(error)
            }
        }
        opened?.close()
    }
}
