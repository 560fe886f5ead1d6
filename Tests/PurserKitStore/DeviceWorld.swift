import Contract
import Foundation
import Kernel
import PurserKit
import Testbed
import Testing

@testable import PurserKitStore

/// Devices of a family, a server, and a network between them that loses what it likes.
///
/// Everything happens in an order that the seed gives. While a request is on its way other devices
/// sync and people edit; a request or its answer is lost, some that were lost arrive later, and an
/// app is killed before it has noted an answer. Parents join and are taken out, and the server is
/// restored from a backup, after which everybody signs in again.
actor DeviceWorld {
    let family: DeviceFamily
    let backups: RestorableDatabase?
    var server: InProcessServer
    var random: SeededRandom
    var devices: [Device] = []
    var journal = EditJournal()
    var editsLeft: Int
    /// Whether nothing goes wrong any more.
    var isCalm = false
    private var faults: [String] = []
    private var links: [Link] = []
    /// Whether the network lets no write through, and is well else.
    private var isReadOnly = false
    private var isOffline: Set<Int> = []
    private var isKilled: Set<Int> = []
    private var isSyncing: Set<Int> = []
    private var late: [TransportRequest] = []
    private var depth = 0
    private var number = 0
    private var parents = 1

    init(_ family: DeviceFamily, seed: UInt64, edits: Int, _ backups: RestorableDatabase?) {
        self.family = family
        self.backups = backups
        server = family.server
        random = SeededRandom(seed)
        editsLeft = edits
    }

    /// Adds a device; with `sibling` it shares the folder of another one.
    func addDevice(of member: TestMember, beside sibling: Int? = nil) async throws {
        let link = Link(world: self, device: devices.count)
        links.append(link)
        let folder = sibling.map { devices[$0].folder }
        devices.append(try await device(of: member, in: folder, over: link))
    }

    /// Another parent joins, with two devices; in place of those of a parent who has left.
    func addParent(in places: [Int] = []) async throws {
        parents += 1
        let parent = try await server.registerSecondParent(
            "parent\(parents)@example.com",
            of: server.login(family.parent.email)
        )
        guard !places.isEmpty else {
            for _ in 0..<2 { try await addDevice(of: parent) }
            return
        }
        for place in places {
            devices[place] = try await device(of: parent, in: nil, over: links[place])
        }
    }

    /// Lets everything happen until there are no edits left.
    func run() async throws {
        while editsLeft > 0 {
            let place = random.below(devices.count)
            switch random.below(1_000) {
            case ..<700: try await edit(place)
            case ..<930: try await sync(place)
            case ..<970: if isOffline.remove(place) == nil { isOffline.insert(place) }
            case ..<990: await deliverLate()
            case ..<993: try await replaceParent()
            case ..<996: try await backups?.backUp()
            case ..<998: try await restore()
            default: try await reopen(place)
            }
        }
    }

    /// Heals the network, and lets every device sync twice; a third time nothing may happen.
    ///
    /// - Returns: What is wrong then.
    func settle() async throws -> [String] {
        isCalm = true
        isOffline = []
        while !late.isEmpty { await deliverLate() }
        for _ in 0..<2 { for place in devices.indices { try await sync(place) } }
        for (place, device) in devices.enumerated() {
            let report = try await device.copies.sync()
            if report != CopySyncReport() { faults.append("device \(place): \(report)") }
        }
        faults += try await disagreements()
        let contents = try await Contents(of: devices[0].copies)
        return faults + journal.faults(values: contents.values, records: contents.ids)
    }

    func shutdown() async { for device in devices { await device.purser.shutdown() } }

    private func disagreements() async throws -> [String] {
        let server = try await Contents(of: MemberCalls(devices[0].purser))
        var faults: [String] = []
        for (place, device) in devices.enumerated() {
            let own = try await Contents(of: device.copies)
            for line in own.lines.symmetricDifference(server.lines) {
                faults.append("device \(place) or the server alone has \(line)")
            }
        }
        return faults
    }

    /// A value that was never written before; later ones are as often smaller as larger.
    func next() -> Int {
        number += 1
        // Within the bounds of every field.
        return number * 7_919 % 99_991
    }

    // MARK: Syncing

    private func sync(_ place: Int) async throws {
        guard isSyncing.insert(place).inserted else { return }
        defer { isSyncing.remove(place) }
        let device = devices[place]
        let waiting = journal.waiting(on: place)
        do {
            let report = try await device.copies.sync()
            try await note(report, on: device)
            if report.waiting == 0, !report.isElsewhere { journal.synced(place, waiting) }
        } catch let error as PurserError where error.kind == .unauthorized {
            try await device.signIn()
        } catch let error as PurserError where !isCalm && error.isTemporary {
            // What was done until then stays done.
        }
        if isKilled.remove(place) != nil { try await reopen(place) }
        try await noteConflicts(on: devices[place])
    }

    /// Whoever looks at a refusal gives the change up.
    private func note(_ report: CopySyncReport, on device: Device) async throws {
        for refusal in report.refused {
            // There may be only so many of a kind; nothing else is refused here.
            if !refusal.error.message.contains("at most") { faults.append("\(refusal)") }
            let copies = device.copies
            switch refusal.kind {
            case "rule": try await give(up: refusal.id, copies.rules)
            case "geofence": try await give(up: refusal.id, copies.geofences)
            default: try await give(up: refusal.id, copies.goals)
            }
        }
    }

    private func give<Subject, Value>(
        up id: String,
        _ copies: RecordCopies<Subject, Value>
    ) async throws {
        guard let id = ID<Subject>(id) else { return }
        if let record = try await copies.find(id) {
            journal.tell(id.text, try Contents.values(of: copies.kind.name, record.value))
        } else {
            journal.tell(id.text, [])
        }
        try await copies.revert(id)
    }

    private func noteConflicts(on device: Device) async throws {
        for conflict in try await device.copies.conflicts() {
            for case let json? in [conflict.own, conflict.theirs] {
                let fields = conflict.field.map { JSON.object([JSON.Member($0, json)]) } ?? json
                journal.tell(conflict.recordID, Contents.values(of: conflict.kind, fields))
            }
            journal.tell(conflict.recordID, [])
            try await device.copies.dismiss(conflict)
        }
    }

    // MARK: Devices and parents

    private func device(
        of member: TestMember,
        in folder: URL?,
        over link: Link
    ) async throws -> Device {
        let (wasCalm, now) = (isCalm, family.server.clock.now)
        isCalm = true
        defer { isCalm = wasCalm }
        // Each device has a clock of its own, up to a year off.
        let skew = Int64(random.below(2 * 365 * 86_400)) - 365 * 86_400
        return try await family.device(
            of: member,
            in: folder,
            clock: TestClock(now.adding(seconds: skew)),
            ids: SeededRandom(random.next()),
            over: link
        )
    }

    /// An app is started anew.
    private func reopen(_ place: Int) async throws {
        guard !isSyncing.contains(place) || isKilled.contains(place) else { return }
        let former = devices[place]
        await former.purser.shutdown()
        devices[place] = try await device(
            of: former.member,
            in: former.folder,
            over: links[place]
        )
    }

    /// The second parent is taken out, and another one joins.
    private func replaceParent() async throws {
        guard isSyncing.isEmpty else { return }
        let places = devices.indices.filter { devices[$0].member.id != family.parent.id }
        guard let leaving = places.first.map({ devices[$0].member }) else { return }
        let owner = try await server.login(family.parent.email)
        _ = try await owner.purser.call(API.Allowance.removeParent, .init(memberID: leaving.id))
        backups?.forget()
        isOffline.subtract(places)
        let wasCalm = isCalm
        isCalm = true
        defer { isCalm = wasCalm }
        for place in places {
            let copies = devices[place].copies
            let error = await #expect(throws: PurserError.self) { try await copies.sync() }
            #expect(error?.kind == .unauthorized)
            journal.ended(place)
            await devices[place].purser.shutdown()
        }
        try await addParent(in: places)
        backups?.forget()
    }

    /// The server goes back to its backup; sessions have ended, as after `purser restore`.
    private func restore() async throws {
        guard isSyncing.isEmpty, let backups, try await backups.restore() else { return }
        server = try server.another()
        // Every device looks before the server has got past the versions that it knows.
        (isOffline, isReadOnly) = ([], true)
        for place in devices.indices {
            try await sync(place)
            try await sync(place)
        }
        isReadOnly = false
    }

    // MARK: The network

    func carry(_ request: TransportRequest, from device: Int) async throws -> TransportResponse {
        guard !isCalm, request.target.hasPrefix("/sync/") else {
            return try await server.transport().send(request)
        }
        if isReadOnly {
            guard request.method == .get else { throw NetworkFailure.offline }
            return try await server.transport().send(request)
        }
        if isOffline.contains(device) || isKilled.contains(device) { throw NetworkFailure.offline }
        if random.chance(0.12) { try await interlude() }
        switch random.below(100) {
        case ..<4: throw NetworkFailure.connectionLost
        case ..<8:
            late.append(request)
            throw NetworkFailure.timedOut
        case ..<13:
            _ = try await server.transport().send(request)
            throw NetworkFailure.connectionLost
        case 13:
            _ = try await server.transport().send(request)
            isKilled.insert(device)
            throw NetworkFailure.connectionLost
        case 14:
            // It arrives twice.
            _ = try await server.transport().send(request)
            return try await server.transport().send(request)
        default:
            let response = try await server.transport().send(request)
            if random.chance(0.1) { try await interlude() }
            return response
        }
    }

    /// What happens while a request is on its way.
    private func interlude() async throws {
        guard depth < devices.count - 1 else { return }
        depth += 1
        defer { depth -= 1 }
        switch random.below(3) {
        case 0 where editsLeft > 0: try await edit(random.below(devices.count))
        case 1: await deliverLate()
        default: try await sync(random.below(devices.count))
        }
    }

    private func deliverLate() async {
        guard !late.isEmpty else { return }
        let request = late.remove(at: random.below(late.count))
        _ = try? await server.transport().send(request)
    }

    struct Link: Transport {
        let world: DeviceWorld
        let device: Int

        func send(_ request: TransportRequest) async throws -> TransportResponse {
            try await world.carry(request, from: device)
        }
    }
}
