import Contract
import Kernel
import Operations

extension FamilySimulation {
    /// Registers a parent with a family in a time zone of its own.
    func createFamily(_ place: Int) async throws -> ModelFamily {
        let now = Timestamp(milliseconds: tick())
        let zone = Self.zones[place]
        let answer = try await keys.operations(on: database).identity.registerParent(
            API.Allowance.RegisterParentRequest(
                email: "parent@family\(place).example.com",
                password: Action.password,
                firstName: "Parent",
                lastName: "Example",
                familyName: "Family \(place)",
                timeZone: zone
            ),
            Call(
                caller: .anonymous(address: "192.0.2.1"),
                now: now,
                ids: SeededIDs(seed: chance.next()),
                trace: "founding-\(place)"
            )
        )
        guard let bearer = keys.tokens.bearer(of: answer.token, now: now) else {
            throw Discrepancy("family \(place) was founded without a good token")
        }
        return ModelFamily(
            place: place,
            id: answer.familyID,
            parent: Bearer(bearer),
            almanac: Almanac(zone)
        )
    }
}
