import Contract
import Kernel
import Providers
import PurserKit
import Testbed
import Testing

@testable import ServerTestbed

@Suite("The device on which a member is notified")
struct DeviceTokenTests {
    private static let test = "/api/notifications/test"

    private func register(
        _ token: String,
        of member: TestMember,
        _ server: InProcessServer
    ) async throws -> TransportResponse {
        try await server.post(
            "/api/auth/device-token",
            #"{"device_token":"\#(token)"}"#,
            token: member.token
        )
    }

    private func device(of member: TestMember) async throws -> String? {
        try await member.purser.call(API.Banking.currentUser).deviceToken
    }

    @Test("is one, the last that was registered", arguments: Engine.all)
    func one(engine: Engine) async throws {
        try await withServer(engine) { server in
            let member = try await server.registerParent()
            #expect(try await device(of: member) == nil)
            for token in ["first", "second", "second"] {
                let answer = try await register(token, of: member, server)
                #expect(answer.status == 200)
                #expect(answer.text == #"{"message":"This device is notified"}"#)
                #expect(try await device(of: member) == token)
            }
            let login = try await server.post(
                "/api/auth/login",
                #"{"email":"parent@example.com","password":"password123"}"#
            )
            #expect(try login.string("user.device_token") == "second")
        }
    }

    @Test("leaves who had it before (case 19)", arguments: Engine.all)
    func leaves(engine: Engine) async throws {
        try await withServer(engine) { server in
            let first = try await server.registerParent()
            let second = try await server.registerParent("other@example.com")
            _ = try await register("shared", of: first, server)
            _ = try await register("shared", of: second, server)
            #expect(try await device(of: first) == nil)
            #expect(try await device(of: second) == "shared")
            let answer = try await server.post(Self.test, "", token: first.token)
            #expect(answer.status == 400)
            #expect(try answer.faults() == ["device_token is not registered"])
            #expect(try await server.post(Self.test, "", token: second.token).status == 200)
        }
    }

    @Test("is refused when it is none, and the former one stays", arguments: Engine.all)
    func refused(engine: Engine) async throws {
        try await withServer(engine) { server in
            let member = try await server.registerParent()
            _ = try await register(String(repeating: "a", count: 400), of: member, server)
            let before = try await server.contents()
            for token in ["", " ", "a b", String(repeating: "a", count: 401)] {
                let answer = try await register(token, of: member, server)
                #expect(answer.status == 400, "\(token)")
                #expect(try answer.json()["error"]?["details"]?["device_token"] != nil)
            }
            let unsigned = try await server.post(
                "/api/auth/device-token",
                #"{"device_token":"a"}"#
            )
            #expect(unsigned.status == 401)
            #expect(try await server.contents() == before)
        }
    }

    @Test("gets a test, which nobody sends where no service is configured", arguments: Engine.all)
    func tested(engine: Engine) async throws {
        let sender = LogSender { _ in }
        try await withServer(engine, notificationSender: sender) { server in
            let member = try await server.registerParent()
            _ = try await register("device", of: member, server)
            let answer = try await server.post(Self.test, "", token: member.token)
            #expect(answer.status == 200)
            #expect(answer.text == #"{"message":"A notification was sent","sent":true}"#)
            #expect(sender.messages.map(\.kind) == ["test"])
            #expect(sender.messages.map(\.member) == [member.id])
        }
    }

    @Test("is told once for a key, however often it is asked", arguments: Engine.all)
    func key(engine: Engine) async throws {
        let sender = ScriptedSender()
        try await withServer(engine, notificationSender: sender) { server in
            let member = try await server.registerParent()
            _ = try await register("device", of: member, server)
            sender.answer(.retry(after: nil, reason: "HTTP 503"))
            for status in [502, 200, 200] {
                let answer = try await server.post(
                    Self.test,
                    "",
                    token: member.token,
                    headers: ["Idempotency-Key": "k"]
                )
                #expect(answer.status == status)
            }
            #expect(sender.sent.count == 2)
            #expect(Set(sender.sent.map(\.message.id)).count == 1)
        }
    }

    @Test("is forgotten when the service calls it gone", arguments: Engine.all)
    func gone(engine: Engine) async throws {
        let sender = ScriptedSender()
        try await withServer(engine, notificationSender: sender) { server in
            let member = try await server.registerParent()
            _ = try await register("device", of: member, server)
            sender.answer(.gone(since: nil))
            let answer = try await server.post(Self.test, "", token: member.token)
            #expect(answer.status == 200)
            #expect(try answer.json()["sent"] == .bool(false))
            #expect(try await device(of: member) == nil)
            #expect(try await server.post(Self.test, "", token: member.token).status == 400)
        }
    }

    @Test("gets no test that the service does not take", arguments: Engine.all)
    func down(engine: Engine) async throws {
        let sender = ScriptedSender()
        try await withServer(engine, notificationSender: sender) { server in
            let member = try await server.registerParent()
            _ = try await register("device", of: member, server)
            for answer in [Delivery.retry(after: 5, reason: "down"), .refused(reason: "no")] {
                sender.answer(answer)
                let response = try await server.post(Self.test, "", token: member.token)
                #expect(response.status == 502)
                #expect(try response.string("error.code") == "INTERNAL")
            }
            #expect(try await device(of: member) == "device")
        }
    }

    @Test("is nobody's who left the household", arguments: Engine.all)
    func left(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let second = try await server.registerSecondParent("second@example.com", of: parent)
            _ = try await register("device", of: second, server)
            let answer = try await parent.purser.call(
                API.Allowance.removeParent,
                .init(memberID: second.id, password: InProcessServer.password)
            )
            #expect(answer == Empty())
            #expect(try await server.contents().count("device_tokens") == 0)
        }
    }
}
