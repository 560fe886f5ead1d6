import Crypto
import Foundation
import Kernel
import Programs
import Synchronization
import Testbed
import Testing

@testable import Providers

@Suite("Plaid's webhooks")
struct PlaidWebhookTests {
    private static let now = TestClock.noon
    private static let body = Array(
        #"{"webhook_type":"TRANSACTIONS","webhook_code":"SYNC_UPDATES_AVAILABLE","item_id":"i1"}"#
            .utf8
    )

    /// Somebody who signs, with the key that a provider gives out.
    private struct Signer {
        let key = P256.Signing.PrivateKey()
        var id = "k1"
        var expiredAt: Timestamp?

        var webhookKey: WebhookKey {
            WebhookKey(id: id, key: VerificationKey(key.publicKey), expiredAt: expiredAt)
        }

        func token(
            _ body: [UInt8],
            at seconds: Int64,
            header: [String: String] = [:],
            claims: String? = nil
        ) throws -> String {
            let hash = SHA256.hash(data: body).map { String(format: "%02x", $0) }.joined()
            let head = ["alg": "ES256", "kid": id, "typ": "JWT"].merging(header) { $1 }
            let text = claims ?? #"{"iat":\#(seconds),"request_body_sha256":"\#(hash)"}"#
            let signed = "\(try CompactToken.encode(head)).\(Base64URL.text(Array(text.utf8)))"
            let signature = try key.signature(for: Array(signed.utf8)).rawRepresentation
            return "\(signed).\(Base64URL.text(Array(signature)))"
        }
    }

    private static func refusal(
        _ webhook: PlaidWebhook,
        _ body: [UInt8],
        _ token: String?,
        _ now: Timestamp = now
    ) async -> PlaidWebhookError? {
        do {
            _ = try await webhook.event(body: body, verification: token, now: now)
            return nil
        } catch {
            return error
        }
    }

    @Test("are read when they were signed lately, for exactly this body")
    func good() async throws {
        let signer = Signer()
        let provider = KeyProvider([signer.webhookKey])
        let webhook = PlaidWebhook(provider: provider)
        for age: Int64 in [-30, 0, 300] {
            let token = try signer.token(Self.body, at: Self.now.seconds - age)
            let event = try await webhook.event(
                body: Self.body,
                verification: token,
                now: Self.now
            )
            #expect(event.itemID == "i1" && event.hasUpdates && event.errorCode == nil)
        }
        #expect(provider.asked == ["k1"], "a key is asked for once")
    }

    @Test("that somebody else made, or that are old, are refused by what is wrong first")
    func refused() async throws {
        let (signer, forger) = (Signer(), Signer())
        let webhook = PlaidWebhook(provider: KeyProvider([signer.webhookKey]))
        let (body, seconds) = (Self.body, Self.now.seconds)
        let good = try signer.token(body, at: seconds)
        let parts = good.split(separator: ".")
        let unhashed = #"{"iat":\#(seconds),"request_body_sha256":""}"#
        let table: [(String?, PlaidWebhookError)] = [
            (nil, .malformedToken), ("", .malformedToken), ("a.b", .malformedToken),
            (String(repeating: "a", count: 5_000), .malformedToken),
            (try signer.token(body, at: seconds, header: ["alg": "HS256"]), .algorithm),
            (try signer.token(body, at: seconds, header: ["alg": "none"]), .algorithm),
            ("\(parts[0]).\(parts[1]).", .signature),
            (try forger.token(body, at: seconds), .signature),
            (try signer.token(body, at: seconds, header: ["kid": "k2"]), .unknownKey),
            (try signer.token(body, at: seconds, header: ["kid": "ü"]), .unknownKey),
            (try signer.token(body, at: seconds - 301), .time),
            (try signer.token(body, at: seconds + 31), .time),
            (try signer.token(body, at: .min), .time), (try signer.token(body, at: .max), .time),
            (try signer.token(body + [0x20], at: seconds), .body),
            (try signer.token(body, at: 0, claims: "{}"), .malformedToken),
            (try signer.token(body, at: 0, claims: unhashed), .body),
        ]
        for (token, error) in table {
            #expect(await Self.refusal(webhook, body, token) == error, "\(error)")
        }
        let other = Array("[]".utf8)
        let token = try signer.token(other, at: seconds)
        #expect(await Self.refusal(webhook, other, token) == .malformedEvent)
        #expect(await Self.refusal(webhook, body, good) == nil)
    }

    @Test("with a key that expired are refused, also when the key is known")
    func expired() async throws {
        var signer = Signer()
        let provider = KeyProvider([signer.webhookKey])
        let webhook = PlaidWebhook(provider: provider)
        let token = try signer.token(Self.body, at: Self.now.seconds)
        #expect(await Self.refusal(webhook, Self.body, token) == nil)
        signer.expiredAt = Self.now.adding(seconds: 100)
        provider.set([signer.webhookKey])
        let later = Self.now.adding(milliseconds: Limits.webhookKeyMilliseconds)
        let late = try signer.token(Self.body, at: later.seconds)
        #expect(await Self.refusal(webhook, Self.body, late, later) == .expiredKey)
        #expect(provider.asked == ["k1", "k1"])
    }

    @Test("with invented keys cost so many questions a minute, and the known key stays good")
    func invented() async throws {
        let signer = Signer()
        let provider = KeyProvider([signer.webhookKey])
        let webhook = PlaidWebhook(provider: provider)
        let good = try signer.token(Self.body, at: Self.now.seconds)
        #expect(await Self.refusal(webhook, Self.body, good) == nil)
        var refusals: [PlaidWebhookError: Int] = [:]
        for number in 0..<50 {
            let kid = ["kid": "invented-\(number)"]
            let token = try signer.token(Self.body, at: Self.now.seconds, header: kid)
            let refusal = try #require(await Self.refusal(webhook, Self.body, token))
            refusals[refusal, default: 0] += 1
        }
        let questions = Limits.webhookKeyQuestions
        #expect(refusals == [.unknownKey: questions - 1, .keysUnreachable: 51 - questions])
        #expect(provider.asked.count == questions)
        #expect(await Self.refusal(webhook, Self.body, good) == nil)
        // A new key is found when the minute is over.
        let fresh = Signer(id: "k2")
        provider.set([signer.webhookKey, fresh.webhookKey])
        let later = Self.now.adding(milliseconds: Limits.webhookKeyWindowMilliseconds)
        let token = try fresh.token(Self.body, at: later.seconds)
        #expect(await Self.refusal(webhook, Self.body, token, later) == nil)
    }

    @Test("whose key cannot be had may be good later; a key that was had stays good")
    func unreachable() async throws {
        let signer = Signer()
        let provider = KeyProvider(nil)
        let webhook = PlaidWebhook(provider: provider)
        let token = try signer.token(Self.body, at: Self.now.seconds)
        #expect(await Self.refusal(webhook, Self.body, token) == .keysUnreachable)
        provider.set([signer.webhookKey])
        #expect(await Self.refusal(webhook, Self.body, token) == nil)
        provider.set(nil)
        let later = Self.now.adding(milliseconds: Limits.webhookKeyMilliseconds)
        let late = try signer.token(Self.body, at: later.seconds)
        #expect(await Self.refusal(webhook, Self.body, late, later) == nil)
        #expect(provider.asked.count == 3)
    }

    @Test("with a key that the provider has no more are refused, however good it was")
    func withdrawn() async throws {
        let signer = Signer()
        let provider = KeyProvider([signer.webhookKey])
        let webhook = PlaidWebhook(provider: provider)
        let token = try signer.token(Self.body, at: Self.now.seconds)
        #expect(await Self.refusal(webhook, Self.body, token) == nil)
        provider.set([])
        let later = Self.now.adding(milliseconds: Limits.webhookKeyMilliseconds)
        let late = try signer.token(Self.body, at: later.seconds)
        #expect(await Self.refusal(webhook, Self.body, late, later) == .unknownKey)
    }

    @Test("are not read with a key of another name than was asked for")
    func misnamed() async throws {
        let signer = Signer(id: "k2")
        let provider = KeyProvider([signer.webhookKey])
        provider.answerAny()
        let webhook = PlaidWebhook(provider: provider)
        let token = try signer.token(Self.body, at: Self.now.seconds, header: ["kid": "k1"])
        #expect(await Self.refusal(webhook, Self.body, token) == .keysUnreachable)
    }

    @Test("have at most so many keys remembered, and one question for all who ask at once")
    func memory() async throws {
        let signers = (0..<40).map { Signer(id: "k\($0)") }
        let provider = KeyProvider(signers.map(\.webhookKey))
        let keys = PlaidWebhookKeys { id, now async throws(BankProviderError) in
            try await provider.webhookKey(id, now: now)
        }
        for (index, signer) in signers.enumerated() {
            let minute = Self.now.adding(seconds: Int64(index) * 60)
            let ids = await withTaskGroup(of: String?.self) { group in
                for _ in 0..<5 {
                    group.addTask { try? await keys.key(signer.id, now: minute).id }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(ids == Array(repeating: signer.id, count: 5))
        }
        #expect(provider.asked.count == 40)
        #expect(await keys.count <= Limits.webhookKeys)
    }

    @Test("of the sandbox bank are sent, and are good")
    func sandbox() async throws {
        let clock = TestClock()
        try await WebhookInbox.with { inbox in
            try await SandboxBankWire.with(SandboxBank(seed: 3), clock) { wire in
                let now = clock.now
                let client = Banks.client(wire.url)
                let token = try #require(
                    wire.with { $0.signIn(webhook: inbox.url, now: now) }
                )
                let item = try await client.exchange(token, for: Banks.member, now: now)
                let text = item.accessToken.text
                for (path, code) in [
                    ("/sandbox/item/fire_webhook", "SYNC_UPDATES_AVAILABLE"),
                    ("/sandbox/item/reset_login", "ERROR"),
                ] {
                    let fields = #"{"access_token":"\#(text)","webhook_code":"\#(code)"}"#
                    try await Self.post(wire.url + path, fields)
                }
                try await until("both came") { inbox.webhooks.count == 2 }
                let webhook = PlaidWebhook(provider: client)
                var events: [PlaidEvent] = []
                for sent in inbox.webhooks {
                    events.append(
                        try await webhook.event(
                            body: sent.body,
                            verification: sent.verification,
                            now: now
                        )
                    )
                }
                #expect(events.map(\.itemID) == [item.id, item.id])
                #expect(events.map(\.hasUpdates) == [true, false])
                #expect(events.map(\.errorCode) == [nil, "ITEM_LOGIN_REQUIRED"])
                let first = try #require(inbox.webhooks.first)
                wire.with { $0.changeWebhookKey(now: now) }
                let other = PlaidWebhook(provider: client)
                let refusal = await Self.refusal(other, first.body, first.verification, now)
                #expect(refusal == .expiredKey)
            }
        }
    }

    /// Posts JSON as a test's own client.
    private static func post(_ url: String, _ body: String) async throws {
        let client = VendorClient(OutsideConnection.client, timeout: .seconds(60))
        let answer = try await client.send(
            VendorClient.Request(
                method: .post,
                url: url,
                headers: [("PLAID-CLIENT-ID", "c"), ("PLAID-SECRET", "s")],
                body: Array(body.utf8)
            )
        )
        #expect(answer.status == 200)
    }
}

/// A provider of nothing but keys; without any it cannot be reached.
private final class KeyProvider: BankProvider {
    private struct State {
        var keys: [WebhookKey]?
        var asked: [String] = []
        var answersAny = false
    }

    private let state: Mutex<State>
    private let bank = EmbeddedSandboxBank()

    var name: BankProviderName { .sandbox }
    var asked: [String] { state.withLock { $0.asked } }

    init(_ keys: [WebhookKey]?) {
        state = Mutex(State(keys: keys))
    }

    /// Gives its first key to whatever name is asked for.
    func answerAny() { state.withLock { $0.answersAny = true } }

    func set(_ keys: [WebhookKey]?) { state.withLock { $0.keys = keys } }

    func webhookKey(_ id: String, now: Timestamp) async throws(BankProviderError) -> WebhookKey {
        let (keys, answersAny) = state.withLock { state in
            state.asked.append(id)
            return (state.keys, state.answersAny)
        }
        guard let keys else { throw .noAnswer }
        guard let key = keys.first(where: { answersAny || $0.id == id }) else {
            throw BankProviderError(.refused, code: "INVALID_FIELD")
        }
        return key
    }

    func linkToken(
        for member: ID<Entity.Member>,
        repairing item: BankAccessToken?,
        now: Timestamp
    ) async throws(BankProviderError) -> LinkToken {
        try await bank.linkToken(for: member, repairing: item, now: now)
    }

    func exchange(
        _ publicToken: String,
        for member: ID<Entity.Member>,
        now: Timestamp
    ) async throws(BankProviderError) -> LinkedItem {
        try await bank.exchange(publicToken, for: member, now: now)
    }

    func accounts(
        of item: BankAccessToken,
        now: Timestamp
    ) async throws(BankProviderError) -> ItemAccounts {
        try await bank.accounts(of: item, now: now)
    }

    func transactions(
        of item: BankAccessToken,
        after cursor: String?,
        count: Int,
        now: Timestamp
    ) async throws(BankProviderError) -> TransactionPage {
        try await bank.transactions(of: item, after: cursor, count: count, now: now)
    }

    func remove(_ item: BankAccessToken, now: Timestamp) async throws(BankProviderError) {
        try await bank.remove(item, now: now)
    }
}
