import Contract
import Kernel
import SQL
import Store
import Testing

@testable import Operations
@testable import ServerTestbed
@testable import Testbed

@Suite("Events that a token is told")
struct EventScopeTests {
    @Test("are not of who belongs to the household, unless it opens the account")
    func account() async throws {
        try await withServer(.sqlite) { server in
            let (parent, child) = try await server.registerBlockedChild()
            let app = try await Self.app(of: parent, server)
            let heard = try await server.following(app, after: 0) { events in
                _ = try await server.registerSecondParent(of: parent)
                _ = try await child.authorize(1)
                return await events.next()
            }
            let first = try #require(heard)
            #expect(!first.kind.hasPrefix("parent."), "\(first.kind)")
            let own = try await server.following(parent, after: 0) { events in
                await events.next()
            }
            #expect(try #require(own).kind == "parent.invited")
        }
    }

    /// A parent with a token of an app that may read what is Guardian's.
    private static func app(
        of parent: TestMember,
        _ server: InProcessServer
    ) async throws -> TestMember {
        let call = server.call()
        let id: ID<Entity.Session> = call.newID()
        try await server.database.write { session in
            try Sessions.insert(id, of: parent.id, now: call.now, in: session)
        }
        let bearer = SignedIn(
            member: parent.id,
            household: parent.household,
            role: "Parent",
            session: id,
            scopes: .guardianRead
        )
        let token = try server.operations.identity.tokens.accessToken(
            for: bearer,
            now: call.now,
            seconds: 60
        )
        return TestMember(
            id: parent.id,
            household: parent.household,
            email: parent.email,
            token: token.token,
            purser: parent.purser
        )
    }
}
