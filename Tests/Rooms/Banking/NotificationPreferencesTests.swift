import Contract
import Kernel
import PurserKit
import Testbed
import Testing

@testable import ServerTestbed

@Suite("What a member wants to be notified of")
struct NotificationPreferencesTests {
    private static let path = "/api/notifications/preferences"
    private static let usual = """
        {"push_enabled":true,"transaction_alerts":true,"large_transaction_threshold":100,\
        "low_balance_alerts":true,"low_balance_threshold":50,"spending_summary":"weekly",\
        "sync_alerts":true,"limit_alerts":true}
        """

    @Test("changes where it says so, and stays otherwise (case 18)", arguments: Engine.all)
    func changes(engine: Engine) async throws {
        try await BankingHome.with(engine) { home in
            #expect(try await home.get(Self.path).text == Self.usual)
            let changed = try await home.put(Self.path, #"{"low_balance_threshold": 25.5}"#)
            let expected = Self.usual.replacing(
                #""low_balance_threshold":50"#,
                with: #""low_balance_threshold":25.5"#
            )
            #expect(changed.status == 200 && changed.text == expected)
            #expect(try await home.get(Self.path + "/").text == expected)
            let child = try await home.server.registerChild(of: home.owner)
            #expect(try await home.server.get(Self.path, token: child.token).text == Self.usual)
        }
    }

    @Test("is refused with the field, and stays as it was (case 18)", arguments: Engine.all)
    func refused(engine: Engine) async throws {
        try await BankingHome.with(engine) { home in
            let before = try await home.server.contents()
            for (body, field) in [
                (#"{"spending_summary": "hourly"}"#, "spending_summary"),
                (#"{"low_balance_threshold": -1}"#, "low_balance_threshold"),
                (#"{"large_transaction_threshold": 0.001}"#, "large_transaction_threshold"),
                (#"{"push_enabled": "yes"}"#, "push_enabled"),
                (#"{"quiet_hours": {"start": "25:00", "end": "07:00"}}"#, "quiet_hours.start"),
                (#"{"quiet_hours": {"start": "22:00"}}"#, "quiet_hours.end"),
            ] {
                let answer = try await home.put(Self.path, body)
                #expect(answer.status == 400, "\(body)")
                let details = try answer.json()["error"]?["details"]
                #expect(details?[field] != nil, "\(body): \(answer.text)")
            }
            #expect(try await home.server.contents() == before)
        }
    }

    @Test("has quiet hours while they are set", arguments: Engine.all)
    func quietHours(engine: Engine) async throws {
        try await BankingHome.with(engine) { home in
            let night = #"{"quiet_hours": {"start": "22:00", "end": "07:00"}}"#
            let set = try await home.put(Self.path, night)
            #expect(set.text.contains(#""quiet_hours":{"start":"22:00","end":"07:00"}"#))
            let kept = try await home.put(Self.path, "{}")
            #expect(kept.text == set.text)
            let none = #"{"quiet_hours": {"start": "00:00", "end": "00:00"}}"#
            #expect(try await home.put(Self.path, none).text == Self.usual)
        }
    }
}

extension BankingHome {
    func put(_ path: String, _ body: String) async throws -> TransportResponse {
        try await server.raw("PUT", path, body, token: owner.token)
    }
}
