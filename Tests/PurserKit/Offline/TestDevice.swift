import Contract
import Foundation
import GRDB
import Kernel
import Testbed
import Testing

@testable import PurserKit
@testable import PurserKitStore

/// A device of a test: a folder that stays when clients on it come and go.
final class TestDevice: Sendable {
    let time: TestTimekeeper
    private let folder: TemporaryDirectory

    init(_ clock: TestClock = TestClock()) throws {
        time = TestTimekeeper(clock)
        folder = try TemporaryDirectory()
    }

    deinit { folder.remove() }

    /// The folder that the app names, which is not there yet.
    var root: String { folder.file("kept") }

    /// The folder of the server in it.
    var path: String { "\(root)/\(AppFolder.name(of: PurserKit.Configuration.test.baseURL))" }

    /// The file of the database.
    var file: String { "\(path)/purser-device.sqlite" }

    /// The names of the files there are.
    var files: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
    }

    /// A client on the device, in which a member is signed in.
    func app(
        _ transport: any Transport,
        member: String? = "alice",
        token: String? = nil,
        retry: RetryPolicy = .never
    ) throws -> Purser {
        var configuration = PurserKit.Configuration.test
        configuration.storage = .directory(root)
        configuration.retry = retry
        configuration.circuit.failures = 0
        return try .test(
            transport,
            configuration: configuration,
            tokens: MemoryTokenStore(member.map { session($0, token) }),
            time: time
        )
    }

    /// A store on the device; `databases` are those of another process, where it is in one.
    func store(_ databases: OpenDatabases = .ofProcess) -> DeviceDatabase {
        DeviceDatabase(DeviceFolder(path), time.keeper, databases: databases)
    }

    private func session(_ member: String, _ token: String?) -> StoredSession {
        StoredSession(
            id: member,
            accessToken: token ?? "\(member)-token",
            refreshToken: "\(member)-refresh",
            // Long ago, so that a clock that is put back by hours makes nobody renew it.
            issuedAt: time.now.adding(seconds: -100_000),
            expiresAt: time.now.adding(seconds: 1_000_000)
        )
    }
}

extension OfflineQueue {
    /// Adds a call that is told by its name.
    @discardableResult
    func add(
        _ name: String,
        about: String? = nil,
        expires: Duration = .seconds(86_400)
    ) async throws -> WaitingCall.ID {
        try await add(
            API.Guardian.createGeofence,
            .init(name: name, latitude: 1, longitude: 2, radiusM: 100),
            about: about,
            expires: expires
        )
    }
}

extension TransportRequest {
    /// The name of the call that it carries.
    var name: String {
        let body = try? JSONParser.parse(body ?? [])
        guard case .string(let name)? = body?["name"] else { return "" }
        return name
    }
}

extension TransportResponse {
    /// What the server answers to a call that was done.
    static let created = TransportResponse.json(201, #"{"id":1,"status":"created"}"#)
}

extension DeviceStore {
    /// How many rows a table has.
    func rows(of table: String) async throws -> Int {
        let database = try #require(self as? DeviceDatabase)
        return try await database.reading { database in
            try Int.fetchOne(database, sql: "SELECT COUNT(*) FROM \(table)") ?? 0
        }
    }
}
