import Contract
import Kernel
import PurserKit
import Testbed
import Testing

@testable import ServerTestbed

@Suite("Accounts that are linked by the Safepocket document")
struct PlaidLinkTests {
    @Test("begin with a token of half an hour", arguments: Engine.all)
    func linkToken(engine: Engine) async throws {
        try await InsightsHome.with(engine, linked: false) { home in
            for body in [nil, "{}"] {
                let answer = try await home.server.post(
                    "/plaid/link-token",
                    body,
                    token: home.owner.token
                )
                #expect(answer.status == 200)
                let token = try API.Insights.createPlaidLinkToken.output(of: answer.body)
                #expect(token.linkToken.hasPrefix("link-sandbox-"))
                #expect(token.expiration.instant == home.server.clock.now.adding(seconds: 1_800))
                #expect(token.traceID == answer.headers["X-Request-Trace"])
                #expect(
                    try answer.json().members.map(\.key)
                        == ["linkToken", "expiration", "requestId", "traceId"]
                )
            }
            #expect(try await home.server.post("/plaid/link-token", nil).status == 401)
        }
    }

    @Test("come by a public token that is good once, on whichever surface", arguments: Engine.all)
    func exchange(engine: Engine) async throws {
        try await InsightsHome.with(engine, linked: false) { home in
            let send = { (body: String, key: String?) in
                try await home.server.post(
                    "/plaid/exchange",
                    body,
                    token: home.owner.token,
                    headers: key.map { ["Idempotency-Key": $0] } ?? [:]
                )
            }
            let good = #"{"publicToken":"public-sandbox-a"}"#
            let answer = try await send(good, "k")
            #expect(answer.status == 200)
            let json = try answer.json()
            #expect(json.members.map(\.key) == ["itemId", "status", "requestId", "traceId"])
            #expect(json["status"] == .string("SUCCESS") && json["requestId"] == json["traceId"])
            let replay = try await send(good, "k")
            #expect(replay.body == answer.body)
            #expect(replay.headers["Idempotency-Replayed"] == "true")
            let accounts = try await home.owner.purser.call(API.Banking.listAccounts).accounts
            #expect(accounts.map(\.institutionName).allSatisfy { $0 == "Plaid Sandbox" })
            #expect(accounts.count == 3)
            let before = try await home.server.contents()
            for (body, fault) in [
                (good, "publicToken was used already"),
                (#"{"publicToken":"other"}"#, "publicToken is unknown, used or too old"),
                (#"{"publicToken":" "}"#, "publicToken is required"),
                ("{}", "publicToken is required"),
                (#"{"publicToken":7}"#, "publicToken has the wrong type"),
                (
                    #"{"publicToken":"\#(String(repeating: "a", count: 256))"}"#,
                    "publicToken is too long"
                ),
            ] {
                let refused = try await send(body, nil)
                #expect(refused.status == 400, "\(body)")
                #expect(try refused.faults() == [fault], "\(body)")
            }
            let onBanking = await refusal {
                try await home.owner.purser.call(
                    API.Banking.exchangePublicToken,
                    .init(publicToken: "public-sandbox-a")
                )
            }
            #expect(onBanking?.status == 400)
            #expect(try await home.server.contents() == before)
        }
    }
}
