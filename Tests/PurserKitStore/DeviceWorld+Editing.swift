import Contract
import Kernel
import PurserKit

@testable import PurserKitStore

/// What people do.
extension DeviceWorld {
    func edit(_ place: Int) async throws {
        editsLeft -= 1
        do {
            switch random.below(10) {
            case ..<3: try await editRule(on: place)
            case ..<8: try await editFence(on: place)
            default: try await editGoal(on: place)
            }
        } catch let error as PurserError where error.kind == .unauthorized {
            try await devices[place].signIn()
        }
    }

    private func editRule(on place: Int) async throws {
        let rules = devices[place].copies.rules
        let category = ["fun", "toys", "food"][random.below(3)]
        let cents = next()
        guard let rule = try await rules.all().first(where: { $0.category == category }) else {
            journal.write("cents \(cents)", over: nil, on: place)
            try await rules.add(family.rule(Int64(cents), category))
            return
        }
        let seen = "cents \(rule.monthlyLimitCents)"
        if random.chance(0.1) {
            journal.remove(rule.id.text, holding: [seen], on: place)
            return try await rules.remove(rule.id)
        }
        journal.write("cents \(cents)", over: seen, on: place)
        try await rules.edit(rule.id) { $0.monthlyLimitCents = Int64(cents) }
    }

    private func editFence(on place: Int) async throws {
        let copies = devices[place].copies.geofences
        let fences = try await copies.all()
        guard fences.count > 3, !random.chance(0.05) || fences.count > 8 else {
            return try await addFence(on: place)
        }
        let fence = fences[random.below(fences.count)]
        let seen = (name: "name \(fence.name)", radius: "radius \(fence.radiusM)")
        switch random.below(10) {
        case 0:
            journal.remove(fence.id.text, holding: [seen.name, seen.radius], on: place)
            try await copies.remove(fence.id)
        case ..<6:
            let name = "Fence \(next())"
            journal.write("name \(name)", over: seen.name, on: place)
            try await copies.edit(fence.id) { $0.name = name }
        default:
            let radius = next()
            journal.write("radius \(radius)", over: seen.radius, on: place)
            try await copies.edit(fence.id) { $0.radiusM = Int64(radius) }
        }
    }

    /// All fences have one centre, and some one name.
    private func addFence(on place: Int) async throws {
        let isTwin = random.chance(0.3)
        let name = isTwin ? "Mall" : "Fence \(next())"
        let radius = next()
        if !isTwin { journal.write("name \(name)", over: nil, on: place) }
        journal.write("radius \(radius)", over: nil, on: place)
        var fence = family.fence(name)
        fence.radiusM = Int64(radius)
        try await devices[place].copies.geofences.add(fence)
    }

    private func editGoal(on place: Int) async throws {
        let copies = devices[place].copies.goals
        let goals = try await copies.all()
        let name = "Goal \(next())"
        guard goals.count > 2 else {
            journal.write("goal \(name)", over: nil, on: place)
            let amount = DecimalAmount(minor: 1_000)
            try await copies.add(.init(childID: family.childID, name: name, targetAmount: amount))
            return
        }
        let goal = goals[random.below(goals.count)]
        if random.chance(0.05) {
            journal.remove(goal.id.text, holding: ["goal \(goal.name)"], on: place)
            return try await copies.remove(goal.id)
        }
        journal.write("goal \(name)", over: "goal \(goal.name)", on: place)
        try await copies.edit(goal.id) { $0.name = name }
    }
}

/// What somebody has of limits, geofences and goals.
struct Contents {
    /// The ids of the records.
    private(set) var ids: Set<String> = []
    /// What people wrote into them.
    private(set) var values: Set<String> = []
    /// Each record whole.
    private(set) var lines: Set<String> = []

    /// What a device has.
    init(of copies: DeviceCopies) async throws {
        for record in try await copies.rules.all() {
            try add("rule", record.id.text, record.value)
        }
        for record in try await copies.geofences.all() {
            try add("geofence", record.id.text, record.value)
        }
        for record in try await copies.goals.all() {
            try add("goal", record.id.text, record.value)
        }
    }

    /// What the server has.
    init(of calls: MemberCalls) async throws {
        let page = try await calls.call(
            API.Sync.listChanges,
            API.Sync.ChangesRequest(since: 0, kinds: "rule,geofence,goal", limit: 500)
        )
        for change in page.changes {
            guard let value = change.value?.json else { continue }
            add(change.kind, change.id.text, json: value)
        }
    }

    private mutating func add(_ kind: String, _ id: String, _ value: some Encodable) throws {
        add(kind, id, json: try JSONParser.parse(WireEncoder.bytes(value)))
    }

    private mutating func add(_ kind: String, _ id: String, json: JSON) {
        ids.insert(id)
        values.formUnion(Self.values(of: kind, json))
        lines.insert("\(kind) \(id) \(String(decoding: json.canonicalBytes, as: UTF8.self))")
    }

    /// What people wrote into a value.
    static func values(of kind: String, _ value: some Encodable) throws -> [String] {
        values(of: kind, try JSONParser.parse(WireEncoder.bytes(value)))
    }

    /// What people wrote into fields.
    static func values(of kind: String, _ json: JSON) -> [String] {
        json.members.compactMap { member in
            switch (kind, member.key, member.value) {
            case ("rule", "monthlyLimitCents", .number(let text)): "cents \(text)"
            case ("geofence", "radiusM", .number(let text)): "radius \(text)"
            case ("geofence", "name", .string(let text)): "name \(text)"
            case ("goal", "name", .string(let text)): "goal \(text)"
            default: nil
            }
        }
    }
}
