import Contract
import Kernel
import Operations
import SQL
import Store

/// The households of a simulation, as they are at its beginning.
enum World {
    static func email(ofMember number: Int, in place: Int) -> String {
        "member\(number)@household\(place).example.com"
    }

    static func child(_ email: String) -> API.Allowance.RegisterChildRequest {
        API.Allowance.RegisterChildRequest(
            email: email,
            password: Action.password,
            firstName: "Child",
            lastName: "Example",
            weeklyAllowance: DecimalAmount(minor: 1_000)
        )
    }

    /// Creates a household with a parent, children, accounts and some money.
    static func household(
        _ place: Int,
        _ performer: Performer,
        _ seed: UInt64,
        nowMS: Int64
    ) async throws -> ModelHousehold {
        var chance = Chance(seed: seed)
        var household = try await founded(place, performer, chance.next(), nowMS)
        let parent = household.members[0]
        for number in 1...(1 + chance.below(3)) {
            let email = email(ofMember: number, in: place)
            let actions: [Action] = [.registerChild(child(email)), .loginMember(email: email)]
            for action in actions {
                try await run(action, by: parent.sessions[0], &household, performer, &chance, nowMS)
            }
        }
        for member in household.members {
            let kinds = member.isParent ? ["bank", "card", "funding"] : ["card"]
            for kind in kinds {
                let action = Action.openAccount(kind: kind, of: member.id)
                try await run(action, by: nil, &household, performer, &chance, nowMS)
            }
        }
        let opening = openings(of: household, nowMS)
        try await run(opening, by: nil, &household, performer, &chance, nowMS)
        return household
    }

    /// Registers a parent with a household of its own.
    static func founded(
        _ place: Int,
        _ performer: Performer,
        _ seed: UInt64,
        _ nowMS: Int64
    ) async throws -> ModelHousehold {
        let now = Timestamp(milliseconds: nowMS)
        let zone = Almanac.names[place % Almanac.names.count]
        let email = email(ofMember: 0, in: place)
        let answer = try await performer.keys.operations(on: performer.database).identity
            .registerParent(
                API.Allowance.RegisterParentRequest(
                    email: email,
                    password: Action.password,
                    firstName: "Parent",
                    lastName: "Example",
                    familyName: "Household \(place)",
                    timeZone: zone
                ),
                Call(
                    caller: .anonymous(address: "192.0.2.1"),
                    now: now,
                    ids: SeededIDs(seed: seed),
                    trace: "founding-\(place)"
                )
            )
        let (world, number) = try await performer.database.read { session in
            let world = try Accounts.world(of: answer.familyID, currency: .usd, in: session)
            return (world, try Members.find(answer.userID, in: session)?.number)
        }
        guard let world, let bearer = performer.keys.tokens.bearer(of: answer.token, now: now)
        else {
            throw Discrepancy("household \(place) was founded without a World account or a token")
        }
        var household = ModelHousehold(
            place: place,
            id: answer.familyID,
            timeZone: zone,
            almanac: Almanac(zone),
            world: world.id
        )
        var parent = ModelMember(id: answer.userID, isParent: true, email: email)
        parent.number = number?.value
        parent.sessions = [Bearer(bearer)]
        household.members = [parent]
        household.add(world.id, ModelAccount(kind: "world", member: nil))
        household.links = 1
        return household
    }

    private static func run(
        _ action: Action,
        by bearer: Bearer?,
        _ household: inout ModelHousehold,
        _ performer: Performer,
        _ chance: inout Chance,
        _ nowMS: Int64
    ) async throws {
        let call = PlannedCall(
            number: chance.next(),
            home: household.place,
            bearer: bearer,
            action: action,
            nowMS: nowMS
        )
        try household.settle(call, await performer.perform(call))
        let snapshot = try await HouseholdSnapshot.read(
            household.id,
            [],
            withMembers: true,
            performer.database
        )
        try household.compare(snapshot)
    }

    private static func openings(of household: ModelHousehold, _ nowMS: Int64) -> Action {
        let plans = household.accountOrder.compactMap { account -> PlannedTransfer? in
            let kind = household.accounts[account]?.kind
            guard kind == "bank" || kind == "wallet" else { return nil }
            return PlannedTransfer(
                debit: household.world,
                credit: account,
                amountMinor: kind == "bank" ? 500_000 : 20_000,
                kind: "opening",
                record: "opening-\(account)",
                occurredAtMS: nowMS
            )
        }
        return .recordTransfers(plans, of: household.id)
    }
}
