import Contract
import Kernel
import Synchronization

/// The trials of policies that a process makes at once: few, and one of each household.
///
/// Each holds a connection that reads, and a core.
final class BacktestRoom: Sendable {
    private let households = Mutex<Set<ID<Entity.Household>>>([])

    /// Does work in a household's place.
    ///
    /// - Throws: ``Problem`` `rateLimited` while the household has one, or all are taken; what
    ///   `work` throws.
    func with<R>(
        _ household: ID<Entity.Household>,
        _ work: () async throws -> R
    ) async throws -> R {
        let refusal = households.withLock { households -> String? in
            guard !households.contains(household) else {
                return "Policies of this household are being tried; try again later"
            }
            guard households.count < Limits.backtestsAtOnce else {
                return "Too many policies are being tried at once; try again later"
            }
            households.insert(household)
            return nil
        }
        if let refusal { throw Problem(.rateLimited, refusal, retryAfterSeconds: 5) }
        defer { households.withLock { _ = $0.remove(household) } }
        return try await work()
    }
}

/// How far a trial may go.
struct BacktestBounds: Sendable {
    /// The most purchases that are judged, and the most that are told beside them.
    var purchases = Limits.backtestPurchases
    /// The longest it may take.
    var time = Duration.seconds(Limits.backtestSeconds)

    /// Those of the operator, who waits as long as it takes.
    static let none = BacktestBounds(purchases: .max, time: .seconds(Int64.max / 2))

    /// That a trial is too large for a request.
    func refusal(_ what: String) -> Problem {
        Problem(
            .payloadTooLarge,
            "\(what); purser backtest FILE tries policies on as many as there are"
        )
    }

    /// That it takes longer than it may.
    var tooLong: Problem { refusal("It takes too long") }

    /// That there are more purchases than may be.
    var tooMany: Problem { refusal("There are more than \(purchases) purchases") }
}

/// Says from outside that a trial is not wanted any more, and how far it is.
final class BacktestWatch: Sendable {
    private let isOver = Atomic(false)
    private let progress: (@Sendable (Int64, Int64) -> Void)?

    /// `progress`: Told now and then how many purchases were told, and about how many there are.
    init(progress: (@Sendable (Int64, Int64) -> Void)? = nil) { self.progress = progress }

    /// Ends the trial soon.
    func end() { isOver.store(true, ordering: .relaxed) }

    /// Looks whether somebody still waits.
    ///
    /// - Throws: `CancellationError`.
    func check() throws {
        if isOver.load(ordering: .relaxed) { throw CancellationError() }
    }

    /// Looks whether somebody still waits, and says how far the trial is.
    ///
    /// - Throws: `CancellationError`.
    func look(_ done: Int64, of total: Int64) throws {
        try check()
        progress?(done, max(done, total))
    }
}
