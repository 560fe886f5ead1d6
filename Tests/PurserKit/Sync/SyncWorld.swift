import Contract
import Kernel
import Testbed

@testable import PurserKit

/// Devices of one member, a server, and a network between them that loses what it likes.
///
/// Everything happens one after the other, in an order that the seed gives: while a request is on
/// its way other devices sync and apps edit, a request or its answer is lost, and some that were
/// lost arrive later.
actor SyncWorld {
    private let server: any Transport
    private let time: TestTimekeeper
    private var random: SeededRandom
    private(set) var devices: [Purser] = []
    private var isOffline: Set<Int> = []
    private var isSyncing: Set<Int> = []
    private var late: [TransportRequest] = []
    private var isCalm = false
    private var isBusy = false
    private(set) var editsLeft: Int
    var journal = EditJournal()

    init(_ server: any Transport, seed: UInt64, edits: Int, time: TestTimekeeper) {
        self.server = server
        self.time = time
        random = SeededRandom(seed)
        editsLeft = edits
    }

    /// Adds a device of the member.
    func addDevice(_ session: StoredSession) throws {
        var configuration = Configuration.test
        configuration.retry = .never
        configuration.circuit.failures = 0
        let number = devices.count
        let names = Names(prefix: "device\(number)")
        let clock = time.keeper
        let purser = try Purser(
            configuration,
            Link(world: self, device: number),
            MemoryTokenStore(session),
            Timekeeper(
                now: clock.now,
                uptime: clock.uptime,
                pause: clock.pause,
                chance: clock.chance,
                newName: { names.next() }
            )
        )
        devices.append(purser)
    }

    /// Lets everything happen until there are no edits left.
    func run() async throws {
        while editsLeft > 0 {
            let device = random.below(devices.count)
            switch random.below(100) {
            case ..<72: try await edit(device)
            case ..<92: try await sync(device)
            case ..<96:
                if isOffline.remove(device) == nil { isOffline.insert(device) }
            default: await deliverLate()
            }
        }
    }

    /// Heals the network, and syncs every device until nothing changes any more.
    func settle() async throws {
        isCalm = true
        isOffline = []
        while !late.isEmpty { await deliverLate() }
        var last: [SyncReport] = []
        for _ in 0..<20 {
            var isQuiet = true
            last = []
            for device in devices.indices {
                for report in try await sync(device)
                where !report.isComplete || report.didSomething {
                    isQuiet = false
                    last.append(report)
                }
            }
            if isQuiet { return }
            time.advance(by: .seconds(CopyPlan.holdSeconds + 1))
        }
        throw Restless(reports: last)
    }

    func shutdown() async {
        for device in devices { await device.shutdown() }
    }

    // MARK: The network

    fileprivate func carry(
        _ request: TransportRequest,
        from device: Int
    ) async throws -> TransportResponse {
        guard !isCalm else { return try await server.send(request) }
        if isOffline.contains(device) { throw NetworkFailure.offline }
        if !isBusy, random.chance(0.15) { try await interlude() }
        switch random.below(100) {
        case ..<4: throw NetworkFailure.connectionLost
        case ..<8:
            late.append(request)
            throw NetworkFailure.timedOut
        case ..<14:
            _ = try await server.send(request)
            throw NetworkFailure.connectionLost
        default:
            let response = try await server.send(request)
            if !isBusy, random.chance(0.1) { try await interlude() }
            return response
        }
    }

    /// What happens while a request is on its way.
    private func interlude() async throws {
        let device = random.below(devices.count)
        switch random.below(3) {
        case 0 where editsLeft > 0: try await edit(device)
        case 1: await deliverLate()
        default:
            guard !isSyncing.contains(device) else { return }
            // Not deeper than the devices that are there.
            isBusy = isSyncing.count >= devices.count - 1
            try await sync(device)
            isBusy = false
        }
    }

    private func deliverLate() async {
        guard !late.isEmpty else { return }
        let request = late.remove(at: random.below(late.count))
        _ = try? await server.send(request)
    }

    // MARK: What apps do

    @discardableResult
    private func sync(_ device: Int) async throws -> [SyncReport] {
        guard isSyncing.insert(device).inserted else { return [] }
        defer { isSyncing.remove(device) }
        let copies = devices[device].copies
        var reports: [SyncReport] = []
        do {
            if isCalm || random.chance(0.6) { reports.append(try await copies.rules.sync()) }
            if isCalm || random.chance(0.6) { reports.append(try await copies.geofences.sync()) }
        } catch let error as PurserError where !isCalm && error.isTemporary {}
        for conflict in try await copies.rules.conflicts() {
            journal.note(conflict, on: device)
            try await copies.rules.dismiss(conflict)
        }
        for conflict in try await copies.geofences.conflicts() {
            journal.note(conflict, on: device)
            try await copies.geofences.dismiss(conflict)
        }
        for copy in try await copies.rules.all() where !copy.isEdited {
            journal.pushed(copy.id, on: device)
        }
        for copy in try await copies.geofences.all() where !copy.isEdited {
            journal.pushed(copy.id, on: device)
        }
        return reports
    }

    private func edit(_ device: Int) async throws {
        editsLeft -= 1
        let copies = devices[device].copies
        if random.chance(0.5) {
            try await editRule(copies.rules, on: device)
        } else {
            try await editFence(copies.geofences, on: device)
        }
    }

    private func editRule(_ rules: Copies<CopiedRule>, on device: Int) async throws {
        let category = "category\(random.below(6))"
        let limit = journal.newNumber()
        guard let rule = try await rules.all().first(where: { $0.category == category }) else {
            let rule = CopiedRule(category: category, monthlyLimitCents: limit)
            let copy = try await rules.add(rule)
            journal.undone(copy.id, on: device)
            return journal.wrote("limit \(limit)", over: nil)
        }
        let token = "limit \(rule.monthlyLimitCents)"
        if random.chance(0.15) {
            try await rules.delete(rule.id)
            return journal.deleted([token], rule.id, on: device)
        }
        try await rules.edit(rule.id) { $0.monthlyLimitCents = limit }
        journal.wrote("limit \(limit)", over: token)
    }

    private func editFence(_ fences: Copies<CopiedGeofence>, on device: Int) async throws {
        let all = try await fences.all()
        let number = journal.newNumber()
        if all.count < 3 || (all.count < 6 && random.chance(0.1)) {
            let fence = CopiedGeofence(
                name: random.chance(0.5) ? "school\(number)" : "tour\(number)",
                centre: .init(number),
                radiusM: 1 + number % 99_991,
                policy: random.chance(0.5) ? .block : .warn
            )
            try await fences.add(fence)
            for token in fence.tokens { journal.wrote(token, over: nil) }
            return
        }
        let fence = all[random.below(all.count)]
        if random.chance(0.1) {
            try await fences.delete(fence.id)
            let tokens = fence.record.tokens
            let isOneOfTwo = all.contains {
                $0.id != fence.id && !Set(tokens).isDisjoint(with: $0.record.tokens)
            }
            if isOneOfTwo { return journal.sawGo(tokens) }
            return journal.deleted(tokens, fence.id, on: device)
        }
        var after = fence.record
        switch random.below(10) {
        case ..<6: after.radiusM = 1 + number % 99_991
        // What gets another name and another place is another geofence, and meant to be.
        case ..<8 where after.name.hasPrefix("school"): after.name = "school\(number)"
        case ..<8: after.centre = .init(number)
        default: after.policy = after.policy == .block ? .warn : .block
        }
        try await fences.edit(fence.id) { [after] in $0 = after }
        for (old, new) in zip(fence.record.tokens, after.tokens) where old != new {
            journal.wrote(new, over: old)
        }
    }
}

/// That devices go on changing things for ever.
struct Restless: Error {
    let reports: [SyncReport]
}

/// The network of one device.
private struct Link: Transport {
    let world: SyncWorld
    let device: Int

    func send(_ request: TransportRequest) async throws -> TransportResponse {
        try await world.carry(request, from: device)
    }
}

extension SyncReport {
    /// Whether the device or the server has something else now.
    var didSomething: Bool {
        !pulled.isEmpty || !pushed.isEmpty || !deleted.isEmpty || !conflicts.isEmpty
    }
}

extension CopiedGeofence {
    /// Its values, of which no two edits make the same.
    var tokens: [String] { ["name \(name)", "radius \(radiusM)", "centre \(centre.latitude)"] }
}

extension CopiedGeofence.Centre {
    fileprivate init(_ number: Int64) {
        self.init(latitude: Double(number % 99_991) / 2_000, longitude: 10)
    }
}
