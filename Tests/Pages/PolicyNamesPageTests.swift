import Contract
import Kernel
import PurserKit
import Testbed
import Testing

@testable import Server
@testable import ServerTestbed

@Suite("Policies about places and goals")
struct PolicyNamesPageTests {
    private static let list = "/app/rules/policies"
    private static let new = "\(list)/new"

    @Test("ask about places and goals by their names", arguments: Engine.all)
    func names(engine: Engine) async throws {
        try await PolicyHome.with(engine) { home in
            let fence = try await home.parent.fence(name: "Arcade", for: home.child.id.text)
            let children = try await home.parent.purser.call(API.Allowance.familyChildren)
            let goal = try await home.parent.purser.call(
                API.Allowance.createGoal,
                .init(
                    childID: try #require(children.children.first).childID,
                    name: "Bicycle",
                    targetAmount: DecimalAmount(minor: 15_000)
                )
            )
            let visit = try await WebVisit.signedIn(home.parent, home.server)
            let page = try await visit.get(Self.new)
            let send = { (fields: [String: String]) in
                try await visit.send(page, to: Self.new, fields)
            }
            let head = ["name": "Near", "member": "", "action": "warn", "joint": "all"]
            let add = { (kind: String) in head.merging(["do": "add", "kind": kind]) { $1 } }
            let place = try await send(add("place"))
            #expect(place.text.contains("<option value=\"\(fence)\" selected>Arcade, Alice"))
            let saving = try await send(add("goal"))
            let id = goal.id.text
            #expect(saving.text.contains("<option value=\"\(id)\" selected>Bicycle, Alice"))
            let parts = head.merging([
                "do": "save", "p0_kind": "place", "p0_geofence": "\(fence)", "p0_within_m": "300",
                "p0_unknown": "yes", "p1_kind": "goal", "p1_id": id, "p1_not": "not",
                "p1_short_by_more_than": "5",
            ]) { $1 }
            for (field, wrong, problem) in [
                ("p0_within_m", "far", "p0-within_m-problem"),
                ("p0_within_m", "0", "p0-within_m-problem"),
                ("p0_geofence", "", "p0-geofence-problem"), ("p1_id", "", "p1-id-problem"),
                ("p1_short_by_more_than", "a lot", "p1-short_by_more_than-problem"),
            ] {
                let refused = try await send(parts.merging([field: wrong]) { $1 })
                #expect(refused.status == 400)
                #expect(refused.text.contains("id=\"\(problem)\""), "\(problem)")
            }
            let saved = try await send(parts)
            #expect(saved.status == 303)
            let own = try await visit.get(try #require(saved.headers["Location"]))
            for part in [
                "within 300 m of “Arcade”, or nobody knows where and",
                "the goal “Bicycle” does not lack more than $5.00", "name=\"p1_id\"",
            ] { #expect(own.text.contains(part), "\(part)") }
            #expect(try await visit.get(Self.list).text.contains("300 m of “Arcade”"))
            // A child is told no place of others, and none of its own is left out.
            let child = try await WebVisit.signedIn(home.child, home.server)
            #expect(try await child.get(Self.list).text.contains("300 m of “Arcade”"))
        }
    }
}
