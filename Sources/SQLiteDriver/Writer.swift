import Dispatch

/// The one thread that writes: it takes what waits, commits it together, and answers.
struct Writer {
    private let jobs: JobQueue
    private let connection: Connection
    private let log: WriteAheadLog
    private let bounds: Bounds
    private var pace: GroupPace
    /// Groups to come that have savepoints from the beginning, because a write has failed.
    private var guardedGroups = 0

    /// For how many groups a failure is remembered.
    ///
    /// Where writes fail again and again, running a group twice costs more than the savepoints, and
    /// one in so many is what is risked.
    private static let guardedAfterFailure = 64

    /// Makes the writer of a connection.
    init(
        _ jobs: JobQueue,
        on connection: Connection,
        path: String,
        bounds: Bounds,
        onFailedFlush: @escaping @Sendable (String) -> Void
    ) {
        self.jobs = jobs
        self.connection = connection
        self.bounds = bounds
        pace = GroupPace(longestMilliseconds: bounds.groupMilliseconds)
        log = WriteAheadLog(
            of: connection,
            path: path,
            bounds: bounds,
            onFailedFlush: onFailedFlush
        )
    }

    /// Serves until the queue is closed and empty.
    mutating func serve() {
        while let job = jobs.next() {
            if job.isAlone {
                commitAlone(job)
            } else {
                commitGroup(job)
            }
            log.checkpointIfDue()
        }
        log.close()
    }

    private mutating func commitGroup(_ first: Job) {
        let waiting = jobs.count
        guard var group = open(first, waiting: waiting, guarded: guardedGroups > 0) else {
            return
        }
        pace.open()
        group.run(first)
        while group.isIntact, let deadline = pace.deadline(holding: group.count),
            let job = jobs.next(joins: true, until: deadline)
        {
            group.run(job)
        }
        pace.close()
        group.commit()
        pace.answered(group.count, waiting: jobs.count)
        guardedGroups = group.hasFailure ? Self.guardedAfterFailure : max(0, guardedGroups - 1)
    }

    /// A migration takes its time and meets other processes that migrate.
    private func commitAlone(_ job: Job) {
        connection.clock.isRunning = false
        connection.waitForLocks(milliseconds: bounds.exclusiveLockMilliseconds)
        defer {
            connection.clock.isRunning = true
            connection.waitForLocks(milliseconds: bounds.lockMilliseconds)
        }
        guard var group = open(job, waiting: 0, guarded: true) else { return }
        group.run(job)
        group.commit()
    }

    /// Opens a group, or refuses its first job and those that have waited as long.
    private func open(_ first: Job, waiting: Int, guarded: Bool) -> Group? {
        do {
            return try Group(on: connection, guarded: guarded)
        } catch {
            first.refuse(error)
            for _ in 0..<waiting { jobs.next(joins: true, until: .now())?.refuse(error) }
            return nil
        }
    }
}
