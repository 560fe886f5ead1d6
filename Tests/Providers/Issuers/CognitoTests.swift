import Foundation
import Kernel
import Programs
import Testbed
import Testing

@testable import Providers

/// Moto's Cognito: by other hands, and with an address that has nothing to do with its `iss`.
@Suite("Amazon Cognito, as moto has it")
struct CognitoTests {
    /// What the script tells of itself.
    private struct Pool: Decodable {
        let keys: String
        let issuer: String
        let client: String
        let access: String
        let identity: String
    }

    /// There is no moto, or it does not do what it should.
    private struct NoCognito: Error {
        let reason: String
    }

    private static func with(_ work: (Pool) async throws -> Void) async throws {
        let python = Program.root.appending(path: ".venv/bin/python").path
        guard FileManager.default.isExecutableFile(atPath: python) else {
            throw NoCognito(reason: ".venv/bin/python is missing: run scripts/setup")
        }
        let script = Program.root.appending(path: "Tests/Providers/Issuers/cognito.py").path
        let child = try Child([python, "-u", script])
        do {
            try await until("the pool is there") {
                let isOver = !child.isRunning
                if child.output.hasSuffix("\n") { return true }
                if isOver { throw NoCognito(reason: child.errors) }
                return false
            }
            try await work(try JSONDecoder().decode(Pool.self, from: Data(child.output.utf8)))
        } catch {
            try await child.remove()
            throw error
        }
        try await child.remove()
    }

    @Test("its tokens are good for its client, each in its own way, and for nobody else")
    func tokens() async throws {
        try await Self.with { pool in
            let verifier = { (clients: Set<String>, audiences: Set<String>) in
                ExternalTokenVerifier([
                    .test(
                        .cognito,
                        .rs256,
                        at: pool.keys,
                        issuer: pool.issuer,
                        audiences: audiences,
                        clients: clients
                    )
                ])
            }
            let now = Timestamp(seconds: Int64(Date.now.timeIntervalSince1970))
            let byClient = verifier([pool.client], [])
            let access = try await byClient.verify(pool.access, now: now)
            #expect(access.issuer == pool.issuer)
            await #expect(throws: ExternalTokenError.audience) {
                try await byClient.verify(pool.identity, now: now)
            }
            let identity = try await verifier([], [pool.client]).verify(pool.identity, now: now)
            #expect(identity.subject == access.subject)
            await #expect(throws: ExternalTokenError.audience) {
                try await verifier(["other"], ["other"]).verify(pool.access, now: now)
            }
            await #expect(throws: ExternalTokenError.expired) {
                try await byClient.verify(pool.access, now: now.adding(seconds: 7_200))
            }
        }
    }
}
