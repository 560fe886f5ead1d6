import Kernel
import Operations
import SQL

extension Simulator {
    /// Verifies all chains and holds everything that is stored against the model.
    ///
    /// - Throws: ``Violation``.
    public func check() async throws {
        try await readOpenBanks()
        report.checks += 1
        report.links = 0
        try await everywhere { place, contents, verdict in
            let household = households[place]
            switch verdict {
            case .failure(let fault): throw Discrepancy(.chainVerifies, "\(fault)")
            case .success(let links):
                try require(
                    links == household.links,
                    .oneEffectPerKey,
                    "\(links) links verify in household \(household.place), not \(household.links)"
                )
                report.links += links
            }
            try households[place].compare(contents)
        }
        try await verifyDemo()
    }

    /// The same, and then what Insights tells of it: what is stored wrongly is found as such, and
    /// only what is told wrongly by what is told.
    ///
    /// - Throws: ``Violation``.
    public func checkAll() async throws {
        try await check()
        try await askInsights()
        try await askDemo()
    }

    /// Does as ``checkAll()`` in a process that kept nothing, and knows no more afterwards.
    func checkAnew() async throws {
        // Chance goes on: calls make ids that no call made before.
        let known = (households, demo, report, history)
        reader = keys.operations(on: database)
        defer {
            (households, demo, report, history) = known
            reader = keys.operations(on: database)
        }
        try await checkAll()
    }

    /// Everything that is stored, line by line: equal for equal seeds on every engine.
    ///
    /// Left out is what the engine chooses or what depends on which of several calls came first.
    ///
    /// - Throws: `DatabaseError`.
    public func state() async throws -> [String] {
        var lines: [String] = []
        try await everywhere { place, contents, _ in
            lines += StateDigest.state(households[place], contents)
        }
        return lines
    }

    /// One hash over ``state()``.
    ///
    /// - Throws: `DatabaseError`.
    public func digest() async throws -> String { StateDigest.hash(try await state()) }

    private typealias Look = (Int, Result<Int, BooksFault>, HouseholdContents)

    /// Reads every household, a few at a time, in order.
    private func everywhere(
        _ visit: (Int, HouseholdContents, Result<Int, BooksFault>) throws -> Void
    ) async throws {
        for first in stride(from: 0, to: households.count, by: Self.looksAtOnce) {
            let places = Array(first..<min(first + Self.looksAtOnce, households.count))
            let found = try await reporting { try await looks(at: places) }
            for (place, verdict, contents) in found.sorted(by: { $0.0 < $1.0 }) {
                try await reporting([place]) { try visit(place, contents, verdict) }
            }
        }
    }

    private static let looksAtOnce = 4

    private func looks(at places: [Int]) async throws -> [Look] {
        let performer = performer
        let ids = places.map { households[$0].id }
        return try await withThrowingTaskGroup(of: Look.self) { group in
            for (place, id) in zip(places, ids) {
                group.addTask {
                    let (verdict, contents) = try await Self.look(id, performer)
                    return (place, verdict, contents)
                }
            }
            var looks: [Look] = []
            for try await look in group { looks.append(look) }
            return looks
        }
    }

    private static func look(
        _ household: ID<Entity.Household>,
        _ performer: Performer
    ) async throws -> (Result<Int, BooksFault>, HouseholdContents) {
        let operations = performer.keys.operations(on: performer.database)
        let verdict: Result<Int, BooksFault>
        do {
            verdict = .success(try await operations.ledger.verify(household))
        } catch let fault as BooksFault {
            verdict = .failure(fault)
        }
        let contents = try await performer.database.read { session in
            try HouseholdContents.read(household, in: session)
        }
        return (verdict, contents)
    }
}
