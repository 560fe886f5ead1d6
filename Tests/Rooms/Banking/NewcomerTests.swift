import Contract
import Kernel
import PurserKit
import Testbed
import Testing

@testable import ServerTestbed

@Suite("Who has just registered")
struct NewcomerTests {
    @Test("is the parent of a family, without names that were not given", arguments: Engine.all)
    func registered(engine: Engine) async throws {
        try await withServer(engine) { server in
            let register = try await server.post(
                "/api/auth/register",
                #"{"email":"parent@example.com","password":"password123"}"#
            )
            #expect(register.status == 201)
            #expect(try register.json()["token_type"] == .string("bearer"))
            #expect(try register.json()["expires_in"] == .number("3600"))
            let user = try #require(try register.json()["user"])
            #expect(user["first_name"] == nil && user["last_name"] == nil)
            let token = try #require(try register.string("access_token"))
            let me = try await server.get("/api/auth/me", token: token)
            #expect(me.status == 200)
            #expect(try me.json() == user)
            let member = try await server.purser(token: token).call(API.Allowance.currentMember)
            #expect(member.role == .parent && member.familyName == "My Family")
        }
    }

    @Test("has no accounts, and nothing to sync", arguments: Engine.all)
    func nothing(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let status = try await server.get("/api/accounts/sync/status", token: parent.token)
            #expect(
                status.text == """
                    {"sync_recommended":false,"accounts_needing_update":[],"syncing":false}
                    """
            )
            let list = try await server.get("/api/accounts/", token: parent.token)
            #expect(list.text == #"{"accounts":[],"total":0}"#)
            let sync = try await server.post("/api/accounts/sync", nil, token: parent.token)
            #expect(sync.status == 200)
            let answer = try API.Banking.syncAccounts.output(of: sync.body)
            #expect(answer.accountsSynced == 0 && answer.accounts == [])
            #expect(answer.transactionsAdded == 0 && answer.transactionsUpdated == 0)
            #expect(answer.transactionsRemoved == 0)
            #expect(answer.syncedAt.instant == server.clock.now)
        }
    }
}
