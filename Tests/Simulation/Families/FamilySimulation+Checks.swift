import Kernel
import Operations
import SQL

extension FamilySimulation {
    /// What is stored of a family.
    func look(at place: Int) async throws -> FamilySnapshot {
        let household = families[place].id
        return try await database.read { try FamilySnapshot.read(household, in: $0) }
    }

    /// What is stored of all families, in their order.
    func lookAtAll(withAllDues: Bool = false) async throws -> [FamilySnapshot] {
        let households = families.map(\.id)
        return try await database.read { session in
            try households.map {
                try FamilySnapshot.read($0, withAllDues: withAllDues, in: session)
            }
        }
    }

    /// Verifies all books, and holds every due day against the model.
    ///
    /// - Throws: ``Violation``.
    public func check() async throws {
        report.checks += 1
        report.links = 0
        let operations = keys.operations(on: database)
        try await reporting {
            for (family, snapshot) in zip(families, try await lookAtAll(withAllDues: true)) {
                try family.compare(snapshot, withAllDues: true)
                do {
                    report.links += try await operations.ledger.verify(family.id)
                } catch let fault as BooksFault {
                    throw Discrepancy(.chainVerifies, "\(fault)")
                }
            }
            let dues = families.flatMap { $0.children.flatMap(\.dues.values) }
            report.dues = dues.count
            report.owed = dues.count { !$0.isPaid }
        }
    }
}
