import Contract
import Kernel
import PurserKit
import Testbed
import Testing

@testable import ServerTestbed

@Suite("Geofences")
struct GeofenceTests {
    @Test("are drawn, listed newest first and removed", arguments: Engine.all)
    func lifecycle(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let mall = try await parent.fence(.warn, " Online Shopping ", name: "Mall")
            let plain = try await parent.fence()
            #expect(plain > mall)
            let list = try await parent.purser.call(API.Guardian.listGeofences, .init())
            #expect(list.map(\.id) == [plain, mall])
            #expect(list.map(\.name) == ["Geofence", "Mall"])
            #expect(list.map(\.policy) == [.block, .warn])
            #expect(list.map(\.category) == [nil, "misc_online"])
            #expect(list[0].latitude == 40.7128 && list[0].longitude == -74.006)
            #expect(list[0].radiusM == 500)
            let deleted = try await server.raw(
                "DELETE",
                "/rules/geofence/\(mall)",
                nil,
                token: parent.token
            )
            #expect(deleted.status == 200)
            #expect(try deleted.string("status") == "deleted")
            let again = try await server.raw(
                "DELETE",
                "/rules/geofence/\(mall)",
                nil,
                token: parent.token
            )
            #expect(again.status == 404)
            let rest = try await parent.purser.call(API.Guardian.listGeofences, .init())
            #expect(rest.map(\.id) == [plain])
            #expect(try await server.faultInBooks() == nil)
        }
    }

    @Test(
        "decline what is bought inside them while the position is half an hour old or less",
        arguments: Engine.all
    )
    func block(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            try await parent.fence(.block, name: "Shopping Mall")
            let unknown = try await parent.authorize(100)
            #expect(unknown.reason == .ok)
            #expect(unknown.trace[1].outcome == "skip")
            try await parent.ping(40.7172)
            let inside = try await parent.authorize(100)
            #expect(inside.decision == .decline && inside.reason == .locationBlock)
            #expect(inside.message == "Purchases are blocked at Shopping Mall, where you are.")
            #expect(inside.trace.last?.detail.hasPrefix("489.26 m ") == true)
            server.clock.advance(seconds: 1_800)
            #expect(try await parent.authorize(100).reason == .locationBlock)
            server.clock.advance(seconds: 1)
            let old = try await parent.authorize(100)
            #expect(old.reason == .ok)
            #expect(old.trace[1].check == "geofence_block" && old.trace[1].outcome == "skip")
            try await parent.ping(40.7173)
            #expect(try await parent.authorize(100).reason == .ok)
            #expect(try await server.faultInBooks() == nil)
        }
    }

    @Test("go by the newest position, and by that of the member alone", arguments: Engine.all)
    func newest(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let child = try await server.registerChild(of: parent)
            try await parent.fence(.block, for: child.id.text)
            try await parent.ping(40.7128)
            #expect(try await child.authorize(100).reason == .ok)
            try await child.ping(40.7128)
            try await child.ping(40.8)
            #expect(try await child.authorize(100).reason == .ok)
            try await child.ping(40.7128)
            #expect(try await child.authorize(100).reason == .locationBlock)
            #expect(try await parent.authorize(100).reason == .ok)
        }
    }

    @Test("give way to an override, and warn only what a limit allows", arguments: Engine.all)
    func order(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let blocking = try await parent.fence(.block)
            try await parent.ping(40.7128)
            try await parent.override(5_000, at: "Steam")
            let allowed = try await parent.authorize(5_000)
            #expect(allowed.reason == .override)
            #expect(allowed.trace.count == 1)
            #expect(try await parent.authorize(5_000).reason == .locationBlock)
            let path = "/rules/geofence/\(blocking)"
            #expect(try await server.raw("DELETE", path, nil, token: parent.token).status == 200)
            try await parent.fence(.warn, name: "Arcade")
            _ = try await parent.setRule("fun", 20_000)
            let warned = try await parent.authorize(10_000)
            #expect(warned.decision == .approve && warned.reason == .locationWarn)
            #expect(warned.message == "You are at Arcade, where you wanted to be warned.")
            #expect(try await parent.authorize(10_001).reason == .risky)
            #expect(try await server.faultInBooks() == nil)
        }
    }

    @Test("for one category leave other purchases alone", arguments: Engine.all)
    func categories(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            try await parent.fence(.block, "fun")
            try await parent.ping(40.7128)
            #expect(try await parent.authorize(100, nil, at: "CVS").reason == .ok)
            #expect(try await parent.authorize(100, nil, at: "Nobody Knows").reason == .ok)
            #expect(try await parent.authorize(100, "fun", at: "CVS").reason == .locationBlock)
        }
    }

    @Test("are at most 32 for a member", arguments: Engine.all)
    func most(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            for _ in 0..<32 { try await parent.fence() }
            let before = try await server.contents()
            let error = await refusal { try await parent.fence() }
            #expect(error?.status == 409 && error?.code == "conflict")
            #expect(try await server.contents() == before)
            let child = try await server.registerChild(of: parent)
            try await parent.fence(for: child.id.text)
        }
    }

    @Test("and limits are a parent's to change, for its own household", arguments: Engine.all)
    func access(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let child = try await server.registerChild(of: parent)
            let stranger = try await server.registerParent("stranger@example.com")
            let rule = try await parent.setRule("fun", 1, for: child.id.text).id
            let fence = try await parent.fence(for: child.id.text)
            let own = try await parent.setRule("games", 1).id
            let before = try await server.contents()
            let rows: [(TestMember, String, Int)] = [
                (child, "/rules/\(rule)", 403), (child, "/rules/geofence/\(fence)", 403),
                (parent, "/rules/\(rule)", 404), (parent, "/rules/geofence/\(fence)", 404),
                (stranger, "/rules/\(own)", 404), (stranger, "/rules/geofence/\(fence)", 404),
                (stranger, "/rules/\(rule)?user_id=\(child.id.text)", 404),
                (stranger, "/rules/geofence/\(fence)?user_id=\(child.id.text)", 404),
                (parent, "/rules/x", 404), (parent, "/rules/geofence/x", 404),
                (parent, "/rules/9223372036854775807", 404),
            ]
            for (member, path, status) in rows {
                let answer = try await server.raw("DELETE", path, nil, token: member.token)
                #expect(answer.status == status, "\(path)")
            }
            for path in ["/rules/\(own)", "/rules/geofence/\(fence)"] {
                #expect(try await server.raw("DELETE", path, nil).status == 401)
            }
            #expect(try await server.contents() == before)
            for path in ["/rules/\(rule)", "/rules/geofence/\(fence)"] {
                let whole = "\(path)?user_id=\(child.id.text)"
                let answer = try await server.raw("DELETE", whole, nil, token: parent.token)
                #expect(answer.status == 200)
                #expect(try answer.string("status") == "deleted")
            }
            #expect(try await child.rules() == [])
            #expect(try await parent.rules().map(\.id) == [own])
            #expect(try await server.faultInBooks() == nil)
        }
    }

    @Test("that cannot be are refused by name, and nothing is drawn", arguments: Engine.all)
    func faults(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let before = try await server.contents()
            let long = String(repeating: "n", count: 101)
            let rows = [
                ("{}", "latitude is required"),
                (#"{"latitude":1}"#, "longitude is required"),
                (#"{"latitude":1,"longitude":1}"#, "radius_m is required"),
                (#"{"latitude":90.1,"longitude":1,"radius_m":1}"#, "latitude is out of range"),
                (#"{"latitude":-91,"longitude":1,"radius_m":1}"#, "latitude is out of range"),
                (#"{"latitude":1,"longitude":180.5,"radius_m":1}"#, "longitude is out of range"),
                (#"{"latitude":1e999,"longitude":1,"radius_m":1}"#, "latitude is out of range"),
                (#"{"latitude":"1","longitude":1,"radius_m":1}"#, "latitude has the wrong type"),
                (#"{"latitude":1,"longitude":1,"radius_m":0}"#, "radius_m is out of range"),
                (#"{"latitude":1,"longitude":1,"radius_m":100001}"#, "radius_m is out of range"),
                (#"{"latitude":1,"longitude":1,"radius_m":1.5}"#, "radius_m has the wrong type"),
                (
                    #"{"latitude":1,"longitude":1,"radius_m":1,"policy":"allow"}"#,
                    "policy must be block or warn"
                ),
                (
                    #"{"name":"\#(long)","latitude":1,"longitude":1,"radius_m":1}"#,
                    "name is too long"
                ),
            ]
            for (body, error) in rows {
                let answer = try await server.post("/rules/geofence", body, token: parent.token)
                #expect(answer.status == 400)
                #expect(try answer.string("error") == error)
            }
            #expect(
                try await server.post(
                    "/rules/geofence",
                    #"{"latitude":NaN,"longitude":1,"radius_m":1}"#,
                    token: parent.token
                ).status == 400
            )
            #expect(try await server.contents() == before)
        }
    }
}
