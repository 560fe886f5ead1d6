import Contract
import Foundation
import Kernel
import SQL
import Synchronization
import Testbed

@testable import PurserKit
@testable import PurserKitStore

/// A parent and a child with devices of their own, over a server in the process.
struct DeviceFamily: Sendable {
    let server: InProcessServer
    let parent: TestMember
    let child: TestMember
    let childID: ID<Entity.Child>
    private let folders: Folders
    /// Where the server listens; `nil` where its router is called in the process.
    private let port: Int?

    init(_ server: InProcessServer, _ folders: Folders, _ port: Int? = nil) async throws {
        self.server = server
        self.folders = folders
        self.port = port
        parent = try await server.registerParent()
        child = try await server.registerChild(of: parent)
        let family = try await parent.purser.call(API.Allowance.familyChildren)
        childID = family.children[0].childID
    }

    /// A device of a member; with `folder` it shares what another one has.
    func device(
        of member: TestMember,
        in folder: URL? = nil,
        clock: TestClock? = nil,
        holdsPauses: Bool = false,
        ids: SeededRandom? = nil,
        pageSize: Int64 = 500,
        databases: OpenDatabases = .ofProcess,
        through link: LossyLink? = nil,
        over transport: (any Transport)? = nil
    ) async throws -> Device {
        let place = folder ?? folders.make()
        let port = port.map { ":\($0)" } ?? ""
        var configuration = Configuration(.development, at: "http://127.0.0.1\(port)")
        configuration.pace = .unlimited
        let newID = ids.map { random in SeededNames(random).next } ?? DeviceDatabase.randomID
        configuration.storage = .init { server, time in
            DeviceDatabase(
                DeviceFolder(place.appending(path: server).path),
                time,
                pageSize: pageSize,
                newID: newID,
                databases: databases
            )
        }
        configuration.retry = .never
        configuration.circuit.failures = 0
        let clock = clock ?? server.clock
        var carrier = transport
        if carrier == nil, port.isEmpty { carrier = server.transport() }
        if let link {
            link.carrier =
                try carrier
                ?? StandardTransport.make(
                    configuration,
                    baseURL: configuration.baseURL
                )
            carrier = link
        }
        let time = TestTimekeeper(clock)
        time.holds = holdsPauses
        let keeper = time.keeper
        let purser = try Purser(
            configuration,
            carrier,
            FileTokenStore(path: place.appending(path: "session").path),
            // Devices of one member have keys of their own.
            Timekeeper(
                now: keeper.now,
                uptime: keeper.uptime,
                pause: keeper.pause,
                chance: keeper.chance,
                newName: newID
            )
        )
        let device = Device(member: member, purser: purser, folder: place)
        if case .signedIn = try await purser.session.state {} else { try await device.signIn() }
        return device
    }

    /// What the server tells a parent of a kind.
    func changes(of kind: String) async throws -> [API.Sync.Change] {
        try await parent.purser.call(
            API.Sync.listChanges,
            API.Sync.ChangesRequest(kinds: kind, limit: 500)
        ).changes
    }

    /// A limit of the child.
    func rule(_ cents: Int64, _ category: String = "fun") -> API.Sync.RuleValue {
        .init(memberID: child.id, category: category, monthlyLimitCents: cents)
    }

    /// A geofence of the child.
    func fence(_ name: String = "Mall") -> API.Sync.GeofenceValue {
        .init(memberID: child.id, name: name, lat: 40.5, lon: -74, radiusM: 500, policy: .block)
    }
}

/// An app on a device.
struct Device: Sendable {
    let member: TestMember
    let purser: Purser
    let folder: URL

    var copies: DeviceCopies { purser.copies }

    func signIn() async throws {
        try await purser.session.signIn(email: member.email, password: "password123")
    }
}

/// Folders that are gone afterwards.
final class Folders: Sendable {
    private let made = Mutex<[URL]>([])

    func make() -> URL {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "purser-device-\(UUID().uuidString)")
        made.withLock { $0.append(folder) }
        return folder
    }

    func remove() {
        for folder in made.withLock({ $0 }) { try? FileManager.default.removeItem(at: folder) }
    }
}

/// Runs `work` with a family with devices; afterwards the books must fit.
func withDevices(
    _ engine: Engine,
    _ work: (DeviceFamily) async throws -> Void
) async throws {
    try await withDevices(engine) { family, _ in try await work(family) }
}

/// The same, with a server that can be restored, where its database is a file.
func withDevices(
    _ engine: Engine,
    _ work: (DeviceFamily, RestorableDatabase?) async throws -> Void
) async throws {
    let folders = Folders()
    defer { folders.remove() }
    var backups: RestorableDatabase?
    let interposing = { (base: any Database) -> any Database in
        backups = try? RestorableDatabase(base)
        return backups ?? base
    }
    try await withServer(engine, interposing: interposing) { server in
        try await work(DeviceFamily(server, folders), backups)
    }
}

/// An engine, and how devices reach the server.
enum Setting: String, Sendable, CaseIterable {
    case sqlite
    case postgres
    /// Over a socket, with SQLite.
    case socket
    /// Over a socket, with PostgreSQL.
    case postgresSocket

    var engine: Engine { [.sqlite, .socket].contains(self) ? .sqlite : .postgres }

    var listens: Bool { [.socket, .postgresSocket].contains(self) }
}

/// The same, where devices may reach the server over a socket.
func withDevices(
    _ setting: Setting,
    _ work: (DeviceFamily) async throws -> Void
) async throws {
    guard setting.listens else { return try await withDevices(setting.engine, work) }
    let folders = Folders()
    defer { folders.remove() }
    try await withServer(setting.engine) { server in
        try await server.listening { port in
            try await work(DeviceFamily(server, folders, port))
        }
    }
}

/// UUIDs that a seed decides.
final class SeededNames: Sendable {
    private let random: Mutex<SeededRandom>

    init(_ random: SeededRandom) { self.random = Mutex(random) }

    @Sendable
    func next() -> String {
        random.withLock { RawID(high: $0.next(), low: $0.next()).text }
    }
}

/// Chance that a seed decides (SplitMix64).
struct SeededRandom: RandomNumberGenerator, Sendable {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }

    mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }

    mutating func chance(_ share: Double) -> Bool { Double(below(1_000_000)) < share * 1_000_000 }
}

/// A network that loses what a test wants.
final class LossyLink: Transport {
    private struct State {
        var carrier: (any Transport)?
        var losesAnswers = false
        var gate: (@Sendable () async -> Void)?
        var answered: (@Sendable () async -> Void)?
        var targets: [String] = []
    }

    private let state = Mutex(State())

    var carrier: (any Transport)? {
        get { state.withLock { $0.carrier } }
        set { state.withLock { $0.carrier = newValue } }
    }

    /// Whether answers to writes get lost.
    var losesAnswers: Bool {
        get { state.withLock { $0.losesAnswers } }
        set { state.withLock { $0.losesAnswers = newValue } }
    }

    /// What a request of sync waits for.
    var gate: (@Sendable () async -> Void)? {
        get { state.withLock { $0.gate } }
        set { state.withLock { $0.gate = newValue } }
    }

    /// What happens before the answer to a request of sync arrives.
    var answered: (@Sendable () async -> Void)? {
        get { state.withLock { $0.answered } }
        set { state.withLock { $0.answered = newValue } }
    }

    /// What requests of sync asked for since this was forgotten.
    var targets: [String] { state.withLock { $0.targets } }

    func forgetTargets() { state.withLock { $0.targets = [] } }

    func send(_ request: TransportRequest) async throws -> TransportResponse {
        if request.target.hasPrefix("/sync/") {
            state.withLock { $0.targets.append(request.target) }
        }
        guard let carrier else { throw NetworkFailure.offline }
        if request.target.hasPrefix("/sync/") { await gate?() }
        let response = try await carrier.send(request)
        if request.target.hasPrefix("/sync/") { await answered?() }
        if losesAnswers, request.method != .get, request.target.hasPrefix("/sync/") {
            throw NetworkFailure.connectionLost
        }
        return response
    }
}
