import Contract
import Kernel
import PurserKit
import Testbed
import Testing

@testable import Server
@testable import ServerTestbed

@Suite("The page of places")
struct PlacesPageTests {
    private static let path = "/app/rules/places"

    @Test("adds a place once, changes it and removes it", arguments: Engine.all)
    func places(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let child = try await server.registerChild(of: parent)
            let visit = try await WebVisit.signedIn(parent, server)
            let empty = try await visit.get(Self.path)
            #expect(empty.text.contains("No place is set"))
            let fields = [
                "name": "<script>alert(1)</script>", "latitude": "40,7128",
                "longitude": "\u{2212}74.006°", "radius": " 1500 ", "category": "Online Shopping",
                "policy": "warn", "for": child.id.text,
            ]
            for _ in 1...2 {
                #expect(try await visit.send(empty, to: Self.path, fields).status == 303)
            }
            let fences = try await parent.fences(of: child)
            #expect(fences.count == 1)
            let fence = try #require(fences.first)
            #expect(fence.name == "<script>alert(1)</script>")
            #expect(fence.latitude == 40.7128 && fence.longitude == -74.006)
            #expect(fence.radiusM == 1_500 && fence.policy == .warn)
            #expect(fence.category == "misc_online")

            let page = try await visit.get(Self.path)
            for part in [
                "&lt;script&gt;alert(1)&lt;/script&gt;", "within 1.5 km of 40.7128, \u{2212}74.006",
                "warned", "Online Shopping", "Alice",
            ] { #expect(page.text.contains(part), "\(part)") }
            #expect(!page.text.contains("<script>"))

            let change = [
                "name": "Mall", "latitude": "1", "longitude": "2", "radius": "10",
                "category": "", "policy": "block",
            ]
            #expect(try await visit.send(page, to: Self.path, change).status == 303)
            let changed = try #require(try await parent.fences(of: child).first)
            #expect(try await parent.fences(of: child).count == 1)
            #expect(changed.name == "Mall" && changed.policy == .block)
            #expect(changed.category == nil && changed.radiusM == 10)
            // The same form again does nothing more, and another one has nothing to change.
            #expect(try await visit.send(page, to: Self.path, change).status == 303)
            #expect(try await parent.fences(of: child) == [changed])
            let late = change.merging(["name": "Arcade", "radius": "20"]) { $1 }
            let gone = try await visit.send(page, to: Self.path, late)
            #expect(gone.status == 409)
            #expect(gone.text.contains("This place is not there any more"))
            #expect(gone.text.contains("id=\"name-new\" name=\"name\""))
            #expect(gone.text.contains("value=\"Arcade\""))
            #expect(try await parent.fences(of: child) == [changed])

            let last = try await visit.get(Self.path)
            #expect(last.text.contains("within 10 m of 1.0, 2.0"))
            #expect(try await visit.send(last, to: "\(Self.path)/remove", [:]).status == 303)
            #expect(try await parent.fences(of: child).isEmpty)
            #expect(try await visit.send(last, to: "\(Self.path)/remove", [:]).status == 404)
        }
    }

    @Test("keeps what was typed, with a word beside each field that is wrong")
    func refused() async throws {
        try await withServer(.sqlite) { server in
            let parent = try await server.registerParent()
            try await parent.fence(name: "Arcade")
            let visit = try await WebVisit.signedIn(parent, server)
            let page = try await visit.get(Self.path)
            let add = { (latitude: String, longitude: String, radius: String) in
                try await visit.send(
                    page,
                    to: Self.path,
                    [
                        "name": "Mall", "latitude": latitude, "longitude": longitude,
                        "radius": radius, "policy": "warn", "fence": "",
                    ]
                )
            }
            let figures = try await add("north", "", "far")
            #expect(figures.status == 400)
            for part in [
                "value=\"Mall\"", "value=\"north\"", "value=\"far\"", "id=\"latitude-new-problem\"",
                "id=\"longitude-new-problem\"", "id=\"radius-new-problem\"",
                "<option value=\"warn\" selected>",
            ] { #expect(figures.text.contains(part), "\(part)") }
            let range = try await add("91", "2", "100001")
            #expect(range.status == 400)
            #expect(range.text.contains("id=\"latitude-new-problem\">is out of range"))
            #expect(range.text.contains("id=\"radius-new-problem\">is out of range"))
            #expect(!range.text.contains("id=\"longitude-new-problem\""))
            // In the row of what is changed, which is open then.
            let row = try await visit.send(
                page,
                to: Self.path,
                ["latitude": "1", "longitude": "2", "radius": "0"]
            )
            #expect(row.status == 400)
            #expect(row.text.contains("<details class=\"again\" open>"))
            #expect(row.text.contains("-problem\">is out of range"))
            #expect(try await parent.fences().map(\.name) == ["Arcade"])
        }
    }

    @Test("says so when there are as many places as there may be")
    func full() async throws {
        try await withServer(.sqlite) { server in
            let parent = try await server.registerParent()
            for _ in 1...Limits.fencesPerMember { try await parent.fence() }
            let visit = try await WebVisit.signedIn(parent, server)
            let page = try await visit.get(Self.path)
            let answer = try await visit.send(
                page,
                to: Self.path,
                ["latitude": "1", "longitude": "2", "radius": "3", "name": "One more", "fence": ""]
            )
            #expect(answer.status == 409)
            #expect(answer.text.contains("A member has at most 32 geofences"))
            #expect(answer.text.contains("value=\"One more\""))
        }
    }

    @Test("changes no place that a policy names, and says which", arguments: Engine.all)
    func named(engine: Engine) async throws {
        try await PolicyHome.with(engine) { home in
            let fence = try await home.parent.fence(name: "Arcade")
            let visit = try await WebVisit.signedIn(home.parent, home.server)
            let page = try await visit.get(Self.path)
            let change = ["name": "Mall", "latitude": "1", "longitude": "2", "radius": "10"]
            let hidden = WebVisit.hidden(page.text, to: Self.path)
            #expect(hidden["fence"] == "\(fence)")
            let when = #"{"place":{"of":{"geofence":\#(fence)},"within_m":5}}"#
            let body = { (name: String) in
                #"{"name":"\#(name)","when":\#(when),"then":"decline"}"#
            }
            _ = try await home.make(body("Draft"))
            let live = try await home.make(body("No <b>arcade"), "live")
            _ = try await home.make(body("Quiet"), "shadow")
            let before = try await home.server.contents()
            let refused = try await visit.send(page, to: Self.path, change)
            #expect(refused.status == 409)
            for part in [
                "because a policy names it: “No &lt;b&gt;arcade”, “Quiet”.", "value=\"Mall\"",
            ] { #expect(refused.text.contains(part), "\(part)") }
            #expect(!refused.text.contains("“Draft”"))
            #expect(try await home.server.contents() == before)
            let shown = try await visit.get(Self.path)
            let link = "/app/rules/policies/\(live.id.text)"
            #expect(shown.text.contains("<a href=\"\(link)\">No &lt;b&gt;arcade</a>” names"))
            #expect(!shown.text.contains(">Change<"))
            let policy = try await visit.get(link)
            #expect(policy.text.contains("is within 5 m of “Arcade”"))
            #expect(policy.text.contains("<option value=\"\(fence)\" selected>Arcade</option>"))
        }
    }

    @Test("says that a change has no room before anything is changed", arguments: Engine.all)
    func oneOfMost(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            for _ in 2...Limits.fencesPerMember { try await parent.fence(name: "Arcade") }
            let visit = try await WebVisit.signedIn(parent, server)
            let room = try await visit.get(Self.path)
            #expect(!room.text.contains("as many as there may be"))
            let change = [
                "name": "Mall", "latitude": "1", "longitude": "2", "radius": "10", "policy": "warn",
            ]
            #expect(try await visit.send(room, to: Self.path, change).status == 303)
            #expect(try await parent.fences().filter { $0.name == "Mall" }.count == 1)
            try await parent.fence(name: "Casino")
            let page = try await visit.get(Self.path)
            #expect(page.text.contains("You: as many as there may be, 32 places."))
            #expect(page.text.contains("a change needs room for one more"))
            let before = try await server.contents()
            let other = change.merging(["name": "Zoo"]) { $1 }
            let refused = try await visit.send(page, to: Self.path, other)
            #expect(refused.status == 409)
            #expect(refused.text.contains("a change needs room for one more"))
            #expect(refused.text.contains("value=\"Zoo\""))
            #expect(try await server.contents() == before)
            // What changes nothing is kept, with its number.
            let same = [
                "name": "Casino", "latitude": "40.7128", "longitude": "-74.006", "radius": "500",
                "policy": "block",
            ]
            let fences = try await parent.fences()
            #expect(try await visit.send(page, to: Self.path, same).status == 303)
            #expect(try await parent.fences() == fences)
        }
    }

    @Test("asks the device where it is only for who may add a place, and by a file of its own")
    func here() async throws {
        try await withServer(.sqlite) { server in
            let parent = try await server.registerParent()
            let child = try await server.registerChild(of: parent)
            for (member, isParent) in [(parent, true), (child, false)] {
                let visit = try await WebVisit.signedIn(member, server)
                let page = try await visit.get(Self.path)
                #expect(page.text.contains("id=\"here\" hidden") == isParent)
                let file = page.text.firstMatch(of: /src="(\/app\/assets\/here-[^"]*)"/)
                #expect((file != nil) == isParent)
                guard let file else { continue }
                let script = try await server.get(String(file.1))
                #expect(script.status == 200)
                // Nothing is asked before somebody presses the button.
                let asks = script.text.ranges(of: "getCurrentPosition").count
                #expect(asks == 1 && !script.text.contains("watchPosition"))
            }
        }
    }

    @Test(
        "takes degrees as people and maps write them",
        arguments: [
            ("40.7128", 40.7128), ("-74,006", -74.006), ("\u{2212}74.006°", -74.006),
            (" 5 ", 5), ("+5", 5), ("", nil), ("north", nil), ("nan", nil), ("inf", nil),
            ("0x1p3", nil), ("1e2", nil), ("40.7.1", nil), ("40.7128, -74.006", nil), ("°", nil),
        ] as [(String, Double?)]
    )
    func degrees(text: String, value: Double?) {
        #expect(WebRoutes.degrees(text) == value)
    }

    @Test(
        "and its limits are in the household's own money",
        arguments: [
            ("12.50", "USD", 1_250), ("1250", "JPY", 1_250), ("12.50", "JPY", nil),
            ("1.25", "KWD", 1_250), ("999999999999999", "CLF", nil), ("a", "USD", nil),
            ("0", "USD", 0),
        ] as [(String, String, Int64?)]
    )
    func money(text: String, code: String, minor: Int64?) throws {
        let currency = try #require(Currency(code: code))
        #expect(TypedAmount.minor(text, in: currency) == minor)
    }
}

/// What tests of pages ask of places.
extension TestMember {
    func fences(of member: TestMember? = nil) async throws -> [API.Guardian.Geofence] {
        let subject = member.map { MemberReference($0.id.text) }
        return try await purser.call(API.Guardian.listGeofences, .init(userID: subject))
    }
}
