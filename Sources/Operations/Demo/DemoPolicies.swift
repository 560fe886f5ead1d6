import Contract
import Kernel

/// The policies of the demo household: two that decide about one child, and one that is watched.
///
/// None decides about a parent, whose decisions look as they do without policies.
enum DemoPolicies {
    /// A policy, and what becomes of its answers.
    struct Entry {
        let policy: API.Guardian.PolicyInput
        let state: API.Guardian.PolicyStep
    }

    /// Declines a child's games late at night, and what goes beyond a cap of a day; asks in shadow
    /// about what anybody buys for more than $100 where they never bought before.
    static func all(for child: ID<Entity.Member>) -> [Entry] {
        let reference = MemberReference(child.text)
        return [
            Entry(
                policy: API.Guardian.PolicyInput(
                    name: "No games late at night",
                    userID: reference,
                    when: .all([
                        .time(from: LocalTime(hour: 21), to: LocalTime(hour: 6, minute: 30)),
                        .any([.category("games"), .merchant("Steam"), .mcc("5816", "7993-7994")]),
                    ]),
                    then: .decline,
                    message: "Games are for the day."
                ),
                state: .live
            ),
            Entry(
                policy: API.Guardian.PolicyInput(
                    name: "Sixty a day",
                    userID: reference,
                    when: .spent(in: .day, moreThan: 6_000),
                    then: .ask
                ),
                state: .live
            ),
            Entry(
                policy: API.Guardian.PolicyInput(
                    name: "Large purchases at new places",
                    when: .all([.firstTime(.merchant), .amount(atLeast: 10_000)]),
                    then: .ask
                ),
                state: .shadow
            ),
        ]
    }
}

extension Operations {
    /// Makes the demo household's policies, as its first parent.
    func makeDemoPolicies(
        by parent: ID<Entity.Member>,
        for child: ID<Entity.Member>,
        _ call: Call
    ) async throws {
        try await acting(as: parent, call) { call in
            for entry in DemoPolicies.all(for: child) {
                let made = try await guardian.createPolicy(entry.policy, call)
                _ = try await guardian.setPolicyState(
                    API.Guardian.PolicyStepRequest(made.id, state: entry.state),
                    call
                )
            }
        }
    }
}
