import Contract
import Guardian
import Kernel
import Operations
import Providers
import PurserKit
import SQL
import Server
import Store
import Synchronization
import Testbed
import Testing

@testable import ServerTestbed

/// What a server does again and again while it runs, at intervals that no test waits for.
@Suite("A running server")
struct RunningServerTests {
    /// Everything is looked at all the time.
    private static var settings: ServerSettings {
        var settings = ServerSettings.unlimited
        settings.ports = [0]
        settings.intervals.payouts = .milliseconds(5)
        settings.intervals.policyChanges = .milliseconds(5)
        settings.intervals.keyFile = .milliseconds(5)
        settings.intervals.eventPoll = .milliseconds(5)
        return settings
    }

    /// The key file of the installation, which may be changed, or be gone.
    private final class Keys: Sendable {
        private let keys = Mutex<KeyFile?>(nil)
        private let reads = Mutex(0)

        var count: Int { reads.withLock { $0 } }

        func set(_ file: KeyFile?) { keys.withLock { $0 = file } }

        @Sendable func read() throws -> KeyFile {
            reads.withLock { $0 += 1 }
            guard let file = keys.withLock({ $0 }) else { throw NoKeyFile() }
            return file
        }
    }

    @Test("takes a signing key that appears in the key file, and keeps it when the file is gone")
    func keyWatch() async throws {
        let file = Keys()
        try await withServer(.sqlite, settings: Self.settings, keyFile: file.read) { server in
            let old = server.keys.signing[0].id
            try await server.running { _ in
                await eventually("the file is missed") { file.count > 2 }
                let before = try await server.publishedKeys()
                #expect(before == [old])
                let keys = server.keys.rotated(now: server.clock.now)
                file.set(keys)
                await eventually("the key is taken") {
                    try await server.publishedKeys() == [keys.signing[0].id, old]
                }
                file.set(nil)
                let seen = file.count
                await eventually("the file is missed again") { file.count > seen + 2 }
                let after = try await server.publishedKeys()
                #expect(after == [keys.signing[0].id, old])
            }
        }
    }

    @Test("pays what has come to be due since it started", arguments: Engine.all)
    func payouts(engine: Engine) async throws {
        let clock = TestClock("2025-01-03T12:00:00Z")
        try await withServer(engine, settings: Self.settings, clock: clock) { server in
            let family = try await PaidFamily(in: server)
            let anna = try await family.child()
            try await server.running { _ in
                for (instant, count) in [("2025-01-06T09:00:00Z", 1), ("2025-01-20T09:00:00Z", 3)] {
                    clock.set(instant)
                    await eventually("\(count) are paid") {
                        try await family.movements(anna).count == count
                    }
                }
                let fault = try await server.faultInBooks()
                #expect(fault == nil)
            }
        }
    }

    @Test("lets a policy be loosened when its hours have passed", arguments: Engine.all)
    func policies(engine: Engine) async throws {
        let clock = TestClock("2025-03-05T12:00:00Z")
        try await withServer(engine, settings: Self.settings, clock: clock) { server in
            let parent = try await server.registerParent()
            let policy = try await parent.asked("Large", when: #"{"amount":{"at_least":1000}}"#)
            let retired = API.Guardian.PolicyStepRequest(policy, state: .retired)
            _ = try await parent.purser.call(API.Guardian.setPolicyState, retired)
            try await server.running { _ in
                clock.set("2025-03-06T12:00:00Z")
                await eventually("it is retired") {
                    try await server.database.read { session in
                        let stored = try Policies.find(policy, of: parent.household, in: session)
                        return stored?.policy.state == .retired && stored?.pending == nil
                    }
                }
                let fault = try await server.faultInBooks()
                #expect(fault == nil)
            }
        }
    }

    @Test("tells of what another process wrote", arguments: Engine.all)
    func events(engine: Engine) async throws {
        try await withServer(engine, settings: Self.settings) { server in
            let (parent, child) = try await server.registerBlockedChild()
            let other = try server.another()
            try await server.following(parent) { events in
                _ = try await other.purser(token: child.token).call(
                    API.Guardian.authorizePurchase,
                    API.Guardian.AuthorizeRequest(
                        amountCents: 700,
                        merchant: "Steam",
                        category: "fun"
                    )
                )
                let event = try #require(await events.next())
                #expect(event.kind == "approval.requested")
            }
        }
    }
}

/// The file is not there.
private struct NoKeyFile: Error {}
