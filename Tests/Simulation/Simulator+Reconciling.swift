import Kernel
import Operations
import SQL

extension Simulator {
    /// Processors are asked what came of charges; now and then none of them answers.
    func reconcile() async throws {
        let nowMS = clock.tick(&chance)
        let ids = SeededIDs(seed: chance.next())
        let isDeaf = chance.oneIn(4)
        let due = households.indices.filter { !households[$0].dueCharges(at: nowMS).isEmpty }
        let count = due.reduce(0) { $0 + households[$1].dueCharges(at: nowMS).count }
        // A round takes so many at most, and one that hears nothing has no second one.
        let trouble: CardTrouble? = isDeaf && count <= Self.chargesAtOnce ? .deaf : nil
        let word = trouble == nil ? "are asked" : "do not answer"
        history.append("processors \(word) about \(count) charges at \(nowMS)", at: report.steps)
        try await reporting(due) {
            let operations = keys.operations(
                on: FaultyDatabase(database, nil, ids),
                cards: TroubledProcessor(database, trouble)
            )
            let call = Call(
                caller: .anonymous(address: "192.0.2.1"),
                now: Timestamp(milliseconds: nowMS),
                ids: ids,
                trace: "reconciliation-\(report.steps)"
            )
            var looked = 0
            while looked < count {
                let round = try await operations.guardian.reconcileCharges(call)
                try require(round.failures.isEmpty, "a charge failed: \(round.failures)")
                try require(
                    (trouble == nil ? round.unheard : round.heard) == 0,
                    "processors \(word), and \(round.heard) were heard, \(round.unheard) not"
                )
                let made = round.heard + round.unheard
                try require(made > 0, "\(looked) charges were asked about, not \(count)")
                looked += made
            }
            try require(looked == count, "\(looked) charges were asked about, not \(count)")
            report.reconciled += count
            for place in due { try await reconciled(place, at: nowMS, trouble) }
        }
    }

    private static let chargesAtOnce = 50

    private func reconciled(
        _ place: Int,
        at nowMS: Int64,
        _ trouble: CardTrouble?
    ) async throws {
        let links = households[place].links
        try households[place].reconcile(at: nowMS, trouble)
        let snapshot = try await HouseholdSnapshot.read(
            households[place].id,
            [],
            withMembers: false,
            withTransfersAfter: links,
            database
        )
        try households[place].compare(snapshot)
    }
}
