import Foundation
import Programs
import Testing

/// plaid-python, Plaid's own client, asks the sandbox bank that the program serves.
@Suite("plaid-python as a client of the sandbox bank")
struct PlaidPeerTests {
    @Test("links, reads, repairs, is told of failures, and gives up")
    func wholeWay() async throws {
        let script = Program.root.appending(path: "Tests/PlaidPeer/plaid_client.py").path
        let bank = try Child([try Program.path(), "sandbox-bank", "--port", "0", "--seed", "11"])
        do {
            let url = try await Self.url(of: bank)
            let result = try await Program.run(command: [try Python.path, script, url])
            #expect(result.isSuccess, "\(result.output)\(result.errors)")
            let steps = [
                "link token", "refused: INVALID_INSTITUTION", "linked",
                "refused: INVALID_PUBLIC_TOKEN", "accounts", "synced", "nothing new", "posted",
                "refused: TRANSACTIONS_SYNC_MUTATION_DURING_PAGINATION", "webhook",
                "refused: ITEM_LOGIN_REQUIRED", "repaired", "removed", "refused: ITEM_NOT_FOUND",
                "",
            ]
            #expect(result.output == steps.joined(separator: "\n"))
            bank.signal(SIGTERM)
            #expect(try await bank.end() == .exit(0))
        } catch {
            try await bank.remove()
            throw error
        }
        try await bank.remove()
    }

    @Test("a port that somebody has is told, with exit code 1")
    func port() async throws {
        let bank = try Child([try Program.path(), "sandbox-bank", "--port", "0"])
        do {
            let url = try await Self.url(of: bank)
            let port = try #require(url.split(separator: ":").last)
            let second = try await Program.run(["sandbox-bank", "--port", String(port)])
            #expect(second.end == .exit(1))
            #expect(second.errors.contains("cannot listen on 127.0.0.1:\(port)"))
            let wrong = try await Program.run(["sandbox-bank", "--port", "65536"])
            #expect(wrong.end == .exit(64))
        } catch {
            try await bank.remove()
            throw error
        }
        try await bank.remove()
    }

    private static func url(of bank: Child) async throws -> String {
        let log = /"message":"listening","address":"(127\.0\.0\.1:[0-9]+)"/
        try await bank.writes(#""message":"listening""#)
        guard let address = bank.errors.firstMatch(of: log)?.1 else {
            throw EndedEarly(errors: bank.errors)
        }
        return "http://\(address)"
    }
}
