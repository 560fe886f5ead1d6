import Contract
import Kernel
import PurserKit
import SQL
import Testbed
import Testing

@testable import ServerTestbed

@Suite("Households do not reach into each other")
struct IsolationTests {
    @Test("whatever a household does, another one's rows stay as they were", arguments: Engine.all)
    func rows(engine: Engine) async throws {
        try await withServer(engine) { server in
            let victim = try await server.registerParent("victim@example.com")
            let account = try await server.openAccount(of: victim)
            _ = try await victim.setRule("fun", 20_000)
            try await victim.override(5_000)
            try await victim.fence(.warn)
            try await victim.ping(40.8)
            _ = try await victim.purser.call(
                API.Guardian.checkLocation,
                .init(lat: 40.7128, lon: -74.006)
            )
            try await server.spend(7_000, from: account)
            try await victim.asked("Any", when: #"{"amount":{"at_least":1}}"#, as: .shadow)
            _ = try await victim.purser.call(API.Guardian.setFriction, .init(looseningHours: 48))
            _ = try await victim.authorize(100)
            try await victim.addCard("card_1")
            _ = try await victim.charge(5_000)
            let victimsChild = try await server.registerChild("child@example.com", of: victim)
            _ = try await victim.setRule("fun", 0, for: victimsChild.id.text)
            #expect(try await victimsChild.authorize(100).decision == .decline)
            let attacker = try await server.registerParent("attacker@example.com")
            let child = try await server.registerChild(of: attacker)
            try await fillRewards(of: victim)
            let before = try await server.contents()
            for member in [attacker, child] {
                for endpoint in API.all where endpoint.access != .anyone {
                    try await attack(endpoint, as: member, victim, server)
                }
            }
            let after = try await server.contents()
            let owned = [
                "households", "members", "sessions", "accounts", "transfers", "edits",
                "spend_by_day", "spend_by_month", "spend_by_merchant", "rules", "decisions",
                "overrides", "geofences", "pings", "location_checks", "funding_sources", "charges",
                "processor_customers",
                "overrides", "geofences", "pings", "location_checks", "approvals", "events",
                "reward_cards", "reward_rows", "reward_limits", "reward_preferences",
                "reward_messages", "reward_point_values",
                "policies", "policy_friction", "policy_moments", "policy_sums",
                "shadow_decisions", "shadow_outcomes",
            ]
            for table in owned {
                let own = { (contents: DatabaseContents) in
                    contents.tables[table]?.filter { row in
                        row.contains(.text(victim.household.text))
                            || row.contains(.text(victim.id.text))
                    }
                }
                #expect(own(after) == own(before), "\(table)")
                #expect(own(before)?.isEmpty == false, "\(table)")
            }
            #expect(try await victim.rules().map(\.monthlyLimitCents) == [20_000])
            #expect(try await victim.authorize(5_000, at: "Starbucks").reason == .override)
            #expect(try await server.faultInBooks() == nil)
        }
    }

    private func fillRewards(of member: TestMember) async throws {
        _ = try await member.purser.call(
            API.Rewards.createCard,
            API.Rewards.createCard.example
        )
        _ = try await member.purser.call(
            API.Rewards.updatePreferences,
            .init(
                language: .chinese,
                pointValues: [.init(program: "MR", centsPerPoint: .init(minor: 150))]
            )
        )
        _ = try await member.purser.call(
            API.Rewards.sendChatMessage,
            API.Rewards.sendChatMessage.example
        )
    }

    /// Calls an endpoint with its example, and with the victim in every field that names a member.
    private func attack(
        _ endpoint: any EndpointDeclaration,
        as member: TestMember,
        _ victim: TestMember,
        _ server: InProcessServer
    ) async throws {
        guard !["logoutUser", "endSessions"].contains(endpoint.name) else { return }
        let number = try await victim.purser.call(API.Banking.currentUser).id
        for subject in [nil, victim.id.text, String(number)] {
            var members = try endpoint.exampleJSON().members.filter { $0.key != "user_id" }
            members += subject.map { [JSON.Member("user_id", .string($0))] } ?? []
            var target = endpoint.path.text
            // The numbers of the examples are those of the victim's first rule and geofence.
            for member in members where endpoint.path.keys.contains(member.key) {
                target = target.replacing("{\(member.key)}", with: member.value.text)
            }
            members.removeAll { endpoint.path.keys.contains($0.key) }
            let body = endpoint.hasBody ? JSON.object(members).text : nil
            if body == nil {
                let query = members.map { member in
                    "\(member.key)=\(member.value.text.replacing("\"", with: ""))"
                }
                target += "?\(query.joined(separator: "&"))"
            }
            let answer = try await server.raw(
                endpoint.method.rawValue,
                target,
                body,
                token: member.token
            )
            #expect(!answer.text.contains(victim.email))
            #expect(!answer.text.contains(victim.household.text))
            let namesVictim =
                subject != nil && endpoint.inputSchema.properties.contains { $0.name == "user_id" }
            guard namesVictim else { continue }
            #expect([403, 404].contains(answer.status), "\(endpoint.name)")
        }
    }

    @Test("an answer about somebody else's is the answer about nobody's", arguments: Engine.all)
    func indistinguishable(engine: Engine) async throws {
        try await withServer(engine) { server in
            let victim = try await server.registerParent("victim@example.com")
            let attacker = try await server.registerParent("attacker@example.com")
            let nobody = "00000000-0000-7000-8000-000000000000"
            let answers = { (subject: String) in
                [
                    try await server.get(
                        "/rules?user_id=\(subject)",
                        token: attacker.token,
                        headers: ["X-Request-Trace": "t"]
                    ),
                    try await server.post(
                        "/rules",
                        #"{"category":"a","monthly_limit_cents":1,"user_id":"\#(subject)"}"#,
                        token: attacker.token,
                        headers: ["X-Request-Trace": "t"]
                    ),
                    try await server.post(
                        "/guardian/override",
                        #"{"amount_cents":1,"merchant":"a","user_id":"\#(subject)"}"#,
                        token: attacker.token,
                        headers: ["X-Request-Trace": "t"]
                    ),
                ]
            }
            let ofVictim = try await answers(victim.id.text)
            #expect(ofVictim == (try await answers(nobody)))
            #expect(ofVictim.map(\.status) == [404, 404, 404])
        }
    }
}
