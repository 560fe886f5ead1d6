import Foundation
import Kernel
import Testbed
import Testing

@testable import Providers

@Suite("The sandbox bank's wire")
struct SandboxWireTests {
    private static let now = TestClock.noon

    private static func call(
        _ bank: inout SandboxBank,
        _ path: String,
        _ body: String,
        now: Timestamp = now,
        clientID: String? = "c"
    ) throws -> (status: Int, fields: [String: Any]) {
        let request = SandboxRequest(
            path: path,
            body: Array(body.utf8),
            clientID: clientID,
            secret: "s"
        )
        let reply = bank.handle(request, now: now)
        let json = try JSONSerialization.jsonObject(with: Data(reply.body))
        return (reply.status, try #require(json as? [String: Any]))
    }

    @Test(
        "refuses in Plaid's words",
        arguments: [
            ("/nowhere", "{}", 404, "NOT_FOUND"), ("/accounts/get", "", 400, "INVALID_BODY"),
            ("/accounts/get", "[]", 400, "INVALID_BODY"),
            ("/accounts/get", #"{"count":"1"}"#, 400, "INVALID_BODY"),
            ("/accounts/get", "{}", 400, "INVALID_FIELD"),
            ("/accounts/get", #"{"access_token":"x"}"#, 400, "INVALID_ACCESS_TOKEN"),
            ("/item/public_token/exchange", "{}", 400, "INVALID_PUBLIC_TOKEN"),
            ("/link/token/create", "{}", 400, "INVALID_FIELD"),
            ("/webhook_verification_key/get", #"{"key_id":"x"}"#, 400, keyError),
            ("/sandbox/public_token/create", "{}", 400, "INVALID_FIELD"),
            ("/sandbox/public_token/create", #"{"institution_id":"x"}"#, 400, "INVALID_PRODUCT"),
            (
                "/sandbox/public_token/create",
                #"{"institution_id":"x","initial_products":["transactions"]}"#, 400,
                "INVALID_INSTITUTION"
            ),
            ("/sandbox/clock/advance", #"{"seconds":-1}"#, 400, "INVALID_FIELD"),
        ]
    )
    func refusals(path: String, body: String, status: Int, code: String) throws {
        var bank = SandboxBank(seed: 1)
        let answer = try Self.call(&bank, path, body)
        #expect(answer.status == status)
        #expect(answer.fields["error_code"] as? String == code)
        #expect((answer.fields["request_id"] as? String)?.count == 15)
        #expect(bank.items.isEmpty)
    }

    private static let keyError = "INVALID_WEBHOOK_VERIFICATION_KEY_ID"

    @Test("wants a client, in headers or in the body")
    func credentials() throws {
        var bank = SandboxBank(seed: 1)
        let link =
            #""client_name":"n","language":"en","country_codes":["US"],"#
            + #""user":{"client_user_id":"u"},"products":["transactions"]"#
        let path = "/link/token/create"
        let nobody = try Self.call(&bank, path, "{\(link)}", clientID: nil)
        #expect(nobody.fields["error_code"] as? String == "INVALID_API_KEYS")
        let body = "{\(link),\"client_id\":\"c\"}"
        #expect(try Self.call(&bank, path, body, clientID: nil).status == 200)
        #expect(try Self.call(&bank, path, "{\(link)}").status == 200)
    }

    @Test("is the same for a seed, faults and all")
    func determinism() throws {
        func run(_ seed: UInt64) throws -> [SandboxReply] {
            var bank = SandboxBank(seed: seed, faults: .many)
            var replies: [SandboxReply] = []
            let made = bank.signIn(now: Self.now)
            let token = try #require(made)
            let exchange = #"{"public_token":"\#(token)"}"#
            for number in 0..<200 {
                let access = bank.accessTokens.keys.first
                let body = access.map { #"{"access_token":"\#($0)","count":20}"# } ?? exchange
                let path = access == nil ? "/item/public_token/exchange" : "/transactions/sync"
                replies.append(
                    bank.handle(
                        SandboxRequest(
                            path: path,
                            body: Array(body.utf8),
                            clientID: "c",
                            secret: "s"
                        ),
                        now: Self.now.adding(seconds: Int64(number) * 3_600)
                    )
                )
            }
            return replies
        }
        let first = try run(9)
        #expect(try run(9) == first)
        #expect(try run(10) != first)
        #expect(Set(first.map(\.status)).isSuperset(of: [200, 429, 500]))
    }

    @Test("has no more items than it may")
    func items() throws {
        var bank = SandboxBank(seed: 1)
        for _ in 0..<SandboxBank.itemsMost { _ = bank.signIn(now: Self.now) }
        #expect(bank.items.count == SandboxBank.itemsMost)
        let further = bank.signIn(now: Self.now)
        #expect(further == nil)
        let body = #"{"institution_id":"ins_109508","initial_products":["transactions"]}"#
        #expect(try Self.call(&bank, "/sandbox/public_token/create", body).status == 429)
    }

    @Test("keeps no more webhooks than it may, and has them signed by its last key")
    func webhooks() throws {
        var bank = SandboxBank(seed: 1)
        let made = bank.signIn(webhook: "http://127.0.0.1:9", now: Self.now)
        let token = try #require(made)
        let exchange = #"{"public_token":"\#(token)"}"#
        let item = try Self.call(&bank, "/item/public_token/exchange", exchange)
        let access = try #require(item.fields["access_token"] as? String)
        let fire = #"{"access_token":"\#(access)","webhook_code":"DEFAULT_UPDATE"}"#
        for _ in 0..<150 { _ = try Self.call(&bank, "/sandbox/item/fire_webhook", fire) }
        #expect(bank.webhooks.count == SandboxBank.webhooksMost)
        let taken = bank.takeWebhooks()
        let sent = try #require(taken.last)
        #expect(bank.webhooks.isEmpty)
        let header = try CompactToken(sent.verification).header
        #expect(header.kid == bank.keys.last?.id && header.alg == "ES256")
    }

    @Test("writes any text as JSON")
    func writing() throws {
        let text = "a\"b\\c\u{1}\n\u{7F}ü💰/"
        let json = WireJSON.object([
            ("k", .text(text)), ("n", nil), ("f", true), ("i", .integer(-5)),
            ("a", .list([.amount(1_250), .amount(-5), .amount(orNull: nil)])),
        ])
        let written = String(decoding: json.bytes, as: UTF8.self)
        #expect(written.hasSuffix(#","n":null,"f":true,"i":-5,"a":[12.5,-0.05,null]}"#))
        let read = try JSONSerialization.jsonObject(with: Data(json.bytes)) as? [String: Any]
        #expect(read?["k"] as? String == text)
    }
}
