import Contract
import Foundation
import Kernel
import PurserKit
import Server
import Testbed
import Testing

@testable import ServerTestbed

@Suite("Who may call what")
struct AccessTableTests {
    private typealias Caller = AccessTable.Caller

    private static let isRewriting =
        ProcessInfo.processInfo.environment["PURSER_REWRITE_ACCESS"] == "1"

    @Test("docs/access.md says what the endpoints declare; its first lines tell how to renew it")
    func isCurrent() throws {
        if Self.isRewriting { try Data(AccessTable.text.utf8).write(to: AccessTable.file) }
        let committed = try String(contentsOf: AccessTable.file, encoding: .utf8)
        let missing = AccessTable.rows.filter { !committed.contains($0.text) }
        #expect(missing.map(\.text) == [])
        #expect(committed == AccessTable.text)
    }

    @Test(
        "is answered as docs/access.md has it, with each scope by each role",
        arguments: AccessTable.rows.map(\.name)
    )
    func table(name: String) async throws {
        let row = try #require(AccessTable.rows.first { $0.name == name })
        let committed = try String(contentsOf: AccessTable.file, encoding: .utf8)
        let cells = try #require(
            AccessTable.cells(of: name, in: committed),
            "\(name) has no row in docs/access.md"
        )
        var settings = ServerSettings.unlimited
        settings.operatorToken = AccessWalk.operatorToken
        try await withServer(.sqlite, settings: settings) { server in
            let walk = try await AccessWalk(row, on: server)
            for caller in Caller.allCases {
                try await walk.hold(caller, cells.callers[caller] ?? "")
            }
            try await walk.hold(cells.callers, cells.1)
        }
    }

    @Test("covers every access that the contract has words for")
    func coverage() {
        let used = Set(API.all.map(\.access))
        #expect(used.isSuperset(of: [.anyone, .member, .parent, .child]))
    }

    @Test("covers every place that reads a token")
    func places() throws {
        let folder = AccessTable.root.appending(path: "Sources/Server")
        let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
        let readers = try names.filter { $0.hasSuffix(".swift") }.filter {
            try String(contentsOf: folder.appending(path: $0), encoding: .utf8)
                .contains(".bearerToken")
        }
        let known = [
            "Events/EventsRoute.swift", "Pipeline/EndpointHandler.swift",
            "Pipeline/UploadHandler.swift", "PlainRoutes.swift",
        ]
        #expect(readers.sorted() == known)
    }

    @Test("of the account is whatever a configured app must never do")
    func account() {
        let account = API.all.filter { $0.scope == .account }.map(\.path.text)
        for part in ["password", "email", "second-factor", "passkeys", "sessions", "invitations"] {
            let paths = API.all.filter { endpoint in
                endpoint.access != .anyone
                    && endpoint.path.text.split(separator: "/").contains {
                        $0 == part
                    }
            }
            #expect(!paths.isEmpty)
            #expect(paths.map(\.path.text).filter { !account.contains($0) } == [], "\(part)")
        }
        let leaving = API.all.filter { endpoint in
            endpoint.path.text.contains("/members") && endpoint.method != .get
        }
        #expect(leaving.filter { $0.scope != .account }.map(\.name) == [])
        #expect(account.contains("/api/v1/auth/events"))
        #expect(account.contains("/api/v1/auth/register/child"))
        #expect(account.contains("/api/v1/children/{childId}"))
    }

    @Test("asks for a scope of nothing but what any token may do")
    func free() {
        let free = API.all.filter { $0.access != .anyone && $0.scope.isEmpty }.map(\.name)
        // Of records that changed a token is told those that it may read.
        #expect(free == ["logoutUser", "refreshMember", "listChanges"])
    }
}
