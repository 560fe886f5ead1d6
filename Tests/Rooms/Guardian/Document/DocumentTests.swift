import Contract
import Kernel
import PurserKit
import Testbed
import Testing

@testable import ServerTestbed

/// The Guardian Card document's own examples: its requests are sent as they are written there, and
/// the answers must have what it shows.
@Suite("A client written from the Guardian document alone")
struct DocumentTests {
    /// Sends an example and compares its answer; tells the answer.
    @discardableResult
    private func send(
        _ call: String,
        _ body: String? = nil,
        as member: TestMember?,
        shows example: String,
        on server: InProcessServer,
        _ location: SourceLocation = #_sourceLocation
    ) async throws -> JSON {
        let parts = call.split(separator: " ").map(String.init)
        let answer = try await server.raw(parts[0], parts[1], body, token: member?.token)
        #expect(answer.status == 200, "\(answer.text)", sourceLocation: location)
        let shown = try JSONParser.parse(Array(example.utf8))
        let faults = Shape.faults(of: try answer.json(), as: shown)
        #expect(faults == [], "\(answer.text)", sourceLocation: location)
        return try answer.json()
    }

    @Test("sees its health", arguments: Engine.all)
    func health(engine: Engine) async throws {
        try await withServer(engine) { server in
            for path in ["/", "/health"] {
                let health = try await send(
                    "GET \(path)",
                    as: nil,
                    shows: """
                        {"status": "ok", "message": "Guardian Card", "endpoints":
                        {"transaction_scoring": "/score-transaction",
                        "location_check": "/location-check"}}
                        """,
                    on: server
                )
                #expect(health["status"] == .string("ok"))
                let endpoints = health["endpoints"]
                #expect(endpoints?["transaction_scoring"] == .string("/score-transaction"))
                #expect(endpoints?["location_check"] == .string("/location-check"))
            }
        }
    }

    @Test("scores a transaction, signed in or not", arguments: Engine.all)
    func score(engine: Engine) async throws {
        let shown = """
            {"decision": "BLOCK", "p_avoid": 0.87,
            "reason": "You've already spent 150% of your fast food budget",
            "debug": {"p_ml": 0.75, "over_budget_ratio": 1.5, "threshold": 0.40,
            "spend_before": 10000, "spend_after": 25000}}
            """
        let fields = """
            "amount": 15.00, "merchant_name": "Starbucks", "mcc": 5814,
            "timestamp": "2025-01-15T09:30:00", "channel": "offline"
            """
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            try await send(
                "POST /score-transaction",
                #"{"user_id": "string", \#(fields)}"#,
                as: nil,
                shows: shown,
                on: server
            )
            try await send(
                "POST /score-transaction",
                "{\(fields)}",
                as: parent,
                shows: shown,
                on: server
            )
        }
    }

    @Test("sets limits, asks for a purchase, and allows it once", arguments: Engine.all)
    func authorize(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let rule = #"{"id": 1, "category": "fun", "monthly_limit_cents": 20000}"#
            let set = try await send(
                "POST /rules",
                #"{"category": "fun", "monthly_limit_cents": 20000}"#,
                as: parent,
                shows: rule,
                on: server
            )
            #expect(set["category"] == .string("fun"))
            _ = try await parent.setRule("groceries", 50_000)
            try await send("GET /rules", as: parent, shows: "[\(rule)]", on: server)
            _ = try await parent.setRule("fun", 0)
            let purchase = """
                {"amount_cents": 5000, "merchant": "Starbucks", "category": "fun"}
                """
            let declined = try await send(
                "POST /guardian/authorize",
                purchase,
                as: parent,
                shows: """
                    {"decision": "DECLINE", "reason": "risky",
                    "message": "This looks risky based on your rule."}
                    """,
                on: server
            )
            #expect(declined["decision"] == .string("DECLINE"))
            #expect(declined["reason"] == .string("risky"))
            #expect(declined["message"] == .string("This looks risky based on your rule."))
            let done = try await send(
                "POST /guardian/override",
                #"{"amount_cents": 5000, "merchant": "Starbucks"}"#,
                as: parent,
                shows: #"{"status": "ok"}"#,
                on: server
            )
            #expect(done["status"] == .string("ok"))
            let allowed = try await send(
                "POST /guardian/authorize",
                purchase,
                as: parent,
                shows: #"{"decision": "APPROVE", "reason": "override"}"#,
                on: server
            )
            #expect(allowed["reason"] == .string("override"))
        }
    }

    @Test("looks at what was spent", arguments: Engine.all)
    func analytics(engine: Engine) async throws {
        let lists = [
            "by-category": #"{"category": "groceries", "spend_cents": 45000, "count": 12}"#,
            "timeseries": #"{"day": "2025-01-01T00:00:00", "spend_cents": 12000}"#,
            "merchants": #"{"merchant": "Whole Foods", "spend_cents": 25000, "count": 8}"#,
        ]
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let account = try await server.openAccount(of: parent)
            try await server.spend(12_000, at: "Steam Games", from: account)
            for range in ["", "?range=7d", "?range=30d", "?range=mtd", "?range=90d"] {
                try await send(
                    "GET /analytics/summary\(range)",
                    as: parent,
                    shows: """
                        {"range": {"start": "2025-01-01T00:00:00", "end": "2025-01-31T23:59:59"},
                        "spend_cents": 125000, "charge_count": 45, "auth_events": 50,
                        "risky_rate": 0.12, "override_rate": 0.04}
                        """,
                    on: server
                )
                for (name, row) in lists {
                    let call = "GET /analytics/\(name)\(range)"
                    try await send(call, as: parent, shows: "[\(row)]", on: server)
                }
            }
        }
    }

    @Test("assesses a purchase against its limit, and without one", arguments: Engine.all)
    func assess(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let account = try await server.openAccount(of: parent)
            _ = try await parent.setRule("fun", 20_000)
            try await server.spend(12_000, at: "Steam Games", from: account)
            try await send(
                "GET /analytics/rules-progress",
                as: parent,
                shows: """
                    [{"category": "fun", "limit_cents": 20000, "spent_mtd_cents": 15000,
                    "remaining_cents": 5000, "utilization": 0.75}]
                    """,
                on: server
            )
            let question = """
                {"amount_cents": 15000, "merchant": "Steam Games", "category": "fun"}
                """
            let assessed = try await send(
                "POST /analytics/assess-purchase",
                question,
                as: parent,
                shows: """
                    {"input": {"amount_cents": 15000, "merchant": "Steam Games",
                    "category": "fun"},
                    "existing_rule": {"category": "fun", "monthly_limit_cents": 20000},
                    "metrics": {"spent_mtd_cents": 12000, "spent_7d_cents": 5000, "count_7d": 3,
                    "limit_cents": 20000, "remaining_cents": 8000},
                    "assessment": {"should_block": true, "block_reason": "large_fraction",
                    "should_create_rule": false, "suggested_rule": null,
                    "rationale": "amount (15000¢) exceeds 50% of limit (20000¢)."}}
                    """,
                on: server
            )
            #expect(assessed["metrics"]?["remaining_cents"] == .number("8000"))
            #expect(assessed["assessment"]?["block_reason"] == .string("exceeds_limit"))
        }
    }

    @Test("saves a card and charges it", arguments: Engine.all)
    func charge(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            try await send(
                "POST /funding/cards/intent",
                as: parent,
                shows: #"{"clientSecret": "seti_xxx_secret_xxx"}"#,
                on: server
            )
            let confirmed = try await send(
                "POST /funding/cards/confirm",
                #"{"payment_method_id": "pm_xxx", "label": "My Visa Card"}"#,
                as: parent,
                shows: #"{"status": "ok", "funding_source_id": 1}"#,
                on: server
            )
            let source = try await send(
                "GET /funding/default",
                as: parent,
                shows: """
                    {"id": 1, "label": "My Visa Card", "provider": "stripe", "type": "card",
                    "external_id": "pm_xxx", "created_at": "2025-01-15T10:00:00"}
                    """,
                on: server
            )
            #expect(source["id"] == confirmed["funding_source_id"])
            #expect(source["label"] == .string("My Visa Card"))
            #expect(source["external_id"] == .string("pm_xxx"))
            guard case .number(let id) = source["id"] else { throw NoID() }
            let charged = try await send(
                "POST /guardian/charge",
                #"{"amount_cents": 5000, "currency": "usd", "funding_source_id": \#(id)}"#,
                as: parent,
                shows: """
                    {"status": "charged", "provider": "stripe", "payment_intent_id": "pi_xxx",
                    "processor_status": "succeeded"}
                    """,
                on: server
            )
            #expect(charged["status"] == .string("charged"))
            #expect(charged["processor_status"] == .string("succeeded"))
        }
    }

    @Test("asks the coach", arguments: Engine.all)
    func coach(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let account = try await server.openAccount(of: parent)
            _ = try await parent.setRule("fun", 20_000)
            try await server.spend(12_000, at: "Steam Games", from: account)
            let advice = try await send(
                "POST /agent/coach",
                #"{"amount_cents": 15000, "merchant": "Steam Games", "category": "fun"}"#,
                as: parent,
                shows: """
                    {"result": "BLOCK", "message": "I'd advise against this purchase."}
                    """,
                on: server
            )
            #expect(advice["result"] == .string("BLOCK"))
        }
    }

    @Test("draws a geofence, lists it and takes it away", arguments: Engine.all)
    func geofences(engine: Engine) async throws {
        let fields = """
            "name": "Shopping Mall", "latitude": 40.7128, "longitude": -74.0060,
            "radius_m": 500, "category": "fun", "policy": "block"
            """
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let created = try await send(
                "POST /rules/geofence",
                "{\(fields)}",
                as: parent,
                shows: #"{"id": 1, "status": "created"}"#,
                on: server
            )
            #expect(created["status"] == .string("created"))
            let list = "[{\"id\": 1, \(fields)}]"
            try await send("GET /rules/geofence", as: parent, shows: list, on: server)
            guard case .number(let id) = created["id"] else { throw NoID() }
            let deleted = try await send(
                "DELETE /rules/geofence/\(id)",
                as: parent,
                shows: #"{"status": "deleted"}"#,
                on: server
            )
            #expect(deleted["status"] == .string("deleted"))
        }
    }

    private struct NoID: Error {}

    @Test("tells where it is, and hears when it lingers", arguments: Engine.all)
    func location(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            try await send(
                "POST /location/update",
                #"{"latitude": 40.7128, "longitude": -74.0060, "accuracy_m": 10.5}"#,
                as: parent,
                shows: #"{"status": "ok", "ts": "2025-01-15T10:30:00"}"#,
                on: server
            )
            for _ in 0..<5 {
                let answer = try await send(
                    "GET /location-check?user_id=test_user&lat=40.7128&lon=-74.0060",
                    as: nil,
                    shows: #"{"decision": "ok"}"#,
                    on: server
                )
                #expect(answer.members.map(\.key) == ["decision"])
                server.clock.advance(seconds: 60)
            }
            let blocked = try await send(
                "POST /location-check",
                #"{"user_id": "test_user", "lat": 40.7128, "lon": -74.0060}"#,
                as: nil,
                shows: """
                    {"decision": "block",
                    "stats": {"recent_stationary_pings_near_restaurants": 5, "window_minutes": 15},
                    "notifications": [{"type": "behavior",
                    "code": "RESTAURANT_STATIONARY_TOO_LONG", "severity": "warning"}]}
                    """,
                on: server
            )
            #expect(blocked["decision"] == .string("block"))
        }
    }
}
