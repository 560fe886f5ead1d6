import Contract
import Kernel
import Operations
import PurserKit
import SQL
import Testbed
import Testing

@testable import ServerTestbed

@Suite("Positions")
struct LocationTests {
    private static let query = "lat=40.7128&lon=-74.0060"

    @Test("are taken with the instant they were taken at", arguments: Engine.all)
    func update(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            server.clock.set("2025-01-15T10:30:00Z")
            let body = #"{"latitude": 40.7128, "longitude": -74.0060, "accuracy_m": 10.5}"#
            let answer = try await server.post("/location/update", body, token: parent.token)
            #expect(answer.status == 200)
            #expect(try answer.string("status") == "ok")
            #expect(try answer.string("ts") == "2025-01-15T10:30:00")
            #expect(try await server.post("/location/update", body).status == 401)
            let before = try await server.contents()
            for (wrong, error) in [
                (#"{"latitude":1}"#, "longitude is required"),
                (#"{"latitude":1,"longitude":1,"accuracy_m":-1}"#, "accuracy_m is out of range"),
                (#"{"latitude":95,"longitude":1}"#, "latitude is out of range"),
            ] {
                let refused = try await server.post("/location/update", wrong, token: parent.token)
                #expect(refused.status == 400)
                #expect(try refused.string("error") == error)
            }
            #expect(try await server.contents() == before)
        }
    }

    @Test("are forgotten after a day, checks after an hour", arguments: Engine.all)
    func retention(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            try await parent.ping(1)
            _ = try await server.get("/location-check?\(Self.query)", token: parent.token)
            server.clock.advance(seconds: 3_600)
            #expect(try await server.operations.forgetOldRecords(now: server.clock.now) == 0)
            server.clock.advance(seconds: 1)
            #expect(try await server.operations.forgetOldRecords(now: server.clock.now) == 1)
            server.clock.advance(seconds: 23 * 3_600 - 1)
            #expect(try await server.operations.forgetOldRecords(now: server.clock.now) == 0)
            server.clock.advance(seconds: 1)
            #expect(try await server.operations.forgetOldRecords(now: server.clock.now) == 1)
            #expect(try await server.contents().count("pings") == 0)
        }
    }

    @Test(
        "near restaurants without movement are too many from the sixth minute on",
        arguments: Engine.all,
        ["member", "stranger", "child"]
    )
    func lingering(engine: Engine, who: String) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let child = try await server.registerChild(of: parent)
            let token = who == "stranger" ? nil : parent.token
            let user =
                switch who {
                case "member": ""
                case "child": "user_id=\(child.id.text)&"
                default: "user_id=test_user&"
                }
            for minute in 0..<6 {
                let answer = try await server.get(
                    "/location-check?\(user)\(Self.query)",
                    token: token
                )
                #expect(answer.status == 200)
                let block = """
                    {"decision":"block","stats":{"recent_stationary_pings_near_restaurants":5,\
                    "window_minutes":15},"notifications":[{"type":"behavior",\
                    "code":"RESTAURANT_STATIONARY_TOO_LONG","severity":"warning"}]}
                    """
                #expect(
                    String(decoding: answer.body, as: UTF8.self)
                        == (minute < 5 ? #"{"decision":"ok"}"# : block)
                )
                server.clock.advance(seconds: 60)
            }
            // Somebody else was not there.
            let other = try await server.get("/location-check?user_id=other&\(Self.query)")
            #expect(try other.string("decision") == "ok")
        }
    }

    @Test("five minutes and a second apart never count", arguments: Engine.all)
    func apart(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            for _ in 0..<8 {
                for token in [nil, parent.token] {
                    let body = #"{"user_id":"\#(parent.id.text)","lat":40.7128,"lon":-74.006}"#
                    let answer = try await server.post("/location-check", body, token: token)
                    #expect(try answer.string("decision") == "ok")
                }
                server.clock.advance(seconds: 301)
            }
        }
    }

    @Test("far from any restaurant never count", arguments: Engine.all)
    func far(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            for _ in 0..<8 {
                let answer = try await server.get(
                    "/location-check?lat=40.72&lon=-74.006",
                    token: parent.token
                )
                #expect(try answer.string("decision") == "ok")
                server.clock.advance(seconds: 60)
            }
        }
    }

    @Test(
        "of somebody nobody names, or of whom one may not ask, are refused",
        arguments: Engine.all
    )
    func refusals(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let stranger = try await server.registerParent("stranger@example.com")
            let before = try await server.contents()
            let nameless = try await server.get("/location-check?\(Self.query)")
            #expect(nameless.status == 400)
            #expect(try nameless.string("error") == "user_id is required")
            let foreign = try await server.get(
                "/location-check?user_id=\(parent.id.text)&\(Self.query)",
                token: stranger.token
            )
            #expect(foreign.status == 404)
            let wrong = try await server.get("/location-check?user_id=a&lat=91&lon=x")
            #expect(try wrong.string("error") == "lat is out of range")
            #expect(
                try await server.get("/location-check?\(Self.query)", token: "bad").status == 401
            )
            #expect(try await server.contents() == before)
        }
    }

    @Test(
        "of a caller without a token are counted once per key, however often the work runs",
        arguments: Engine.all,
        [false, true]
    )
    func keyed(engine: Engine, runsAgain: Bool) async throws {
        let interposing = { (base: any Database) in runsAgain ? RerunDatabase(base) : base }
        try await withServer(engine, interposing: interposing) { server in
            let body = #"{"user_id":"test_user","lat":40.7128,"lon":-74.006}"#
            for minute in 0..<6 {
                for _ in 0..<2 {
                    let answer = try await server.post(
                        "/location-check",
                        body,
                        headers: ["Idempotency-Key": "minute \(minute)"]
                    )
                    #expect(try answer.string("decision") == (minute < 5 ? "ok" : "block"))
                }
                server.clock.advance(seconds: 60)
            }
        }
    }
}
