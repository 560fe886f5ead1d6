import Contract
import Kernel
import PurserKit
import Testbed
import Testing

@testable import ServerTestbed

@Suite("The kinds of records that devices copy")
struct CopyKindsTests {
    @Test(
        "a child: its name, its allowance and its pause, by a parent alone",
        arguments: Engine.all
    )
    func child(engine: Engine) async throws {
        try await withCopies(engine) { home in
            let path = "child/\(home.child.id.text)"
            let shown = try await home.server.get("/sync/\(path)", token: home.child.member.token)
            #expect(shown.status == 200)
            let first = try shown.number("version")
            var record = try await home.parent.purser.copy(API.Sync.child, home.child.id)
            var value = try #require(record.value)
            #expect(value.split == API.Allowance.SplitPercents(spend: 100, save: 0, give: 0))
            value.firstName = "Lea"
            value.weeklyAllowance = DecimalAmount(minor: 1_250)
            (value.frequency, value.weekday, value.dayOfMonth) = (.monthly, nil, 31)
            value.split = API.Allowance.SplitPercents(spend: 50, save: 30, give: 20)
            (value.isPaused, value.pauseReason) = (true, "Holidays")
            let sync = home.parent.purser
            record = try await sync.put(API.Sync.child, home.child.id, value, of: first)
            // A link each: the name, the schedule, the split and the pause.
            #expect(record.value == value && record.version >= first + 4)
            let second = record.version
            let told = try await home.child.member.purser.call(
                API.Allowance.getSchedule,
                API.Allowance.ChildRequest(childID: home.child.id)
            )
            #expect(told.isPaused && told.dayOfMonth == 31 && told.amount.minor == 1_250)
            value.pauseReason = "Longer holidays"
            record = try await sync.put(API.Sync.child, home.child.id, value, of: record.version)
            #expect(record.version == second + 1)
            (value.isPaused, value.pauseReason) = (false, nil)
            record = try await sync.put(API.Sync.child, home.child.id, value, of: record.version)
            #expect(record.value == value && record.version == second + 2)
            let same = try await sync.put(API.Sync.child, home.child.id, value, of: record.version)
            #expect(same == record)
            // The document's endpoint moves the version.
            _ = try await home.parent.purser.call(
                API.Allowance.updateAllowance,
                API.Allowance.UpdateAllowanceRequest(
                    childID: home.child.id,
                    weeklyAllowance: DecimalAmount(minor: 900)
                )
            )
            let changes = try await home.changes(since: record.version, kinds: "child").changes
            #expect(changes.map(\.version) == [record.version + 1])
            let body = try String(decoding: WireEncoder.bytes(value), as: UTF8.self)
            let version = record.version + 1
            #expect(try await home.change(path, body, version, by: home.child.member).status == 403)
            #expect(try await home.make(path, body).status == 403)
            #expect(try await home.make("child/\(CopyFamily.uuid(1))", body).status == 403)
            #expect(try await home.remove(path, version).status == 405)
        }
    }

    @Test("what does not fit a child is refused and changes nothing", arguments: Engine.all)
    func childRefused(engine: Engine) async throws {
        try await withCopies(engine) { home in
            let record = try await home.parent.purser.copy(API.Sync.child, home.child.id)
            let value = try #require(record.value)
            var cases: [(String, API.Sync.ChildValue)] = []
            var wrong = value
            wrong.pauseReason = "Why"
            cases.append(("pauseReason", wrong))
            wrong = value
            wrong.isPaused = true
            cases.append(("pauseReason", wrong))
            wrong = value
            wrong.split = API.Allowance.SplitPercents(spend: 50, save: 30, give: 10)
            cases.append(("split", wrong))
            wrong = value
            wrong.split = API.Allowance.SplitPercents(spend: 110, save: -10, give: 0)
            cases.append(("split", wrong))
            wrong = value
            wrong.frequency = .monthly
            cases.append(("dayOfMonth", wrong))
            wrong = value
            wrong.weeklyAllowance = DecimalAmount(minor: 1_000_001)
            cases.append(("weeklyAllowance", wrong))
            for (field, wrong) in cases {
                let body = try String(decoding: WireEncoder.bytes(wrong), as: UTF8.self)
                let path = "child/\(home.child.id.text)"
                let answer = try await home.change(path, body, record.version)
                #expect(answer.status == 400, "\(answer.text)")
                #expect(try answer.faults().contains { $0.hasPrefix("\(field) ") }, "\(field)")
            }
            let after = try await home.parent.purser.copy(API.Sync.child, home.child.id)
            #expect(after == record)
        }
    }

    @Test("a policy: what loosens waits and is told, and is not set", arguments: Engine.all)
    func policy(engine: Engine) async throws {
        try await withCopies(engine) { home in
            let (sync, child) = (home.parent.purser, home.child.member)
            let id = try #require(ID<Entity.Policy>(CopyFamily.uuid(1)))
            let low = try API.Guardian.Condition(#"{"amount":{"at_least":1000}}"#)
            let high = try API.Guardian.Condition(#"{"amount":{"at_least":5000}}"#)
            var value = API.Sync.PolicyValue(
                name: "Dear things",
                userID: child.id,
                when: low,
                then: .decline,
                state: .live
            )
            let made = try await sync.put(API.Sync.policy, id, value, of: nil)
            #expect(made.value == value)
            let shown = try await sync.call(
                API.Guardian.getPolicy,
                API.Guardian.PolicyReference(id)
            )
            #expect(shown.state == .live && shown.version == made.version)
            value.when = high
            let waits = try await sync.put(API.Sync.policy, id, value, of: made.version)
            #expect(waits.version == made.version + 1 && waits.value?.when == low)
            #expect(waits.value?.pending?.when == high)
            #expect(waits.value?.pending?.askedBy == home.parent.id)
            // Asked again, and what stands sent back, it is no change.
            let again = try await sync.put(API.Sync.policy, id, value, of: waits.version)
            #expect(again == waits)
            var standing = try #require(waits.value).telling(nil)
            let same = try await sync.put(API.Sync.policy, id, standing, of: waits.version)
            #expect(same == waits)
            // Its child sees it, and neither changes nor retires it.
            #expect(try await child.purser.copy(API.Sync.policy, id) == waits)
            standing.state = .retired
            let body = try String(decoding: WireEncoder.bytes(standing), as: UTF8.self)
            let path = "policy/\(id.text)"
            #expect(try await home.change(path, body, waits.version, by: child).status == 403)
            let other = API.Sync.PolicyValue(name: "Dear things", when: low, then: .decline)
            let moved = try String(decoding: WireEncoder.bytes(other), as: UTF8.self)
            let refused = try await home.change(path, moved, waits.version)
            #expect(refused.status == 400)
            #expect(try refused.faults() == ["userId cannot be changed"])
            #expect(try await home.remove(path, waits.version).status == 405)
            let nested = body.replacing(#""at_least":1000"#, with: #""at_least":"x""#)
            #expect(try await home.change(path, nested, waits.version).status == 400)
        }
    }

    @Test("a child binds itself by a policy, and loosens none", arguments: Engine.all)
    func ownPolicy(engine: Engine) async throws {
        try await withCopies(engine) { home in
            let child = home.child.member
            let id = try #require(ID<Entity.Policy>(CopyFamily.uuid(1)))
            let condition = try API.Guardian.Condition(#"{"amount":{"at_least":1000}}"#)
            let value = API.Sync.PolicyValue(
                name: "Mine",
                userID: child.id,
                when: condition,
                then: .warn,
                state: .live
            )
            let made = try await child.purser.put(API.Sync.policy, id, value, of: nil)
            var next = value
            next.then = .decline
            let sync = child.purser
            let stricter = try await sync.put(API.Sync.policy, id, next, of: made.version)
            #expect(stricter.value == next)
            next.state = .retired
            let path = "policy/\(id.text)"
            let body = try String(decoding: WireEncoder.bytes(next), as: UTF8.self)
            let retired = try await home.change(path, body, stricter.version, by: child)
            #expect(retired.status == 403)
            let forAll = API.Sync.PolicyValue(name: "All", when: condition, then: .warn)
            let text = try String(decoding: WireEncoder.bytes(forAll), as: UTF8.self)
            let new = "policy/\(CopyFamily.uuid(2))"
            #expect(try await home.make(new, text, by: child).status == 403)
            let retiredFirst = API.Sync.PolicyValue(
                name: "Gone",
                userID: child.id,
                when: condition,
                then: .warn,
                state: .retired
            )
            let gone = try String(decoding: WireEncoder.bytes(retiredFirst), as: UTF8.self)
            #expect(try await home.make(new, gone, by: child).status == 403)
            #expect(try await home.changes(kinds: "policy", for: child).changes.count == 1)
        }
    }

    @Test("a card and preferences are their member's alone", arguments: Engine.all)
    func own(engine: Engine) async throws {
        try await withCopies(engine) { home in
            let (parent, child) = (home.parent, home.child.member)
            let id = try #require(ID<Entity.RewardCard>(CopyFamily.uuid(1)))
            var value = API.Rewards.CardValue(
                name: "Gold",
                cardType: .custom,
                rewardCategories: [
                    API.Rewards.RewardCategory(
                        id: try #require(ID(CopyFamily.uuid(2))),
                        category: .dining,
                        multiplier: API.Rewards.Multiplier(minor: 300),
                        pointType: .cashBack
                    )
                ]
            )
            let made = try await child.purser.put(API.Sync.card, id, value, of: nil)
            #expect(made.value == value)
            #expect(try await child.purser.call(API.Rewards.listCards).cards.map(\.id) == [id])
            value.name = "Silver"
            let renamed = try await child.purser.put(
                API.Sync.card,
                id,
                value,
                of: made.version
            )
            #expect(renamed.value == value && renamed.version == made.version + 1)
            let body = try String(decoding: WireEncoder.bytes(value), as: UTF8.self)
            let path = "card/\(id.text)"
            // Not even the family's parents know of it.
            #expect(try await home.change(path, body, renamed.version).status == 404)
            #expect(try await home.remove(path, renamed.version).status == 404)
            #expect(try await home.server.get("/sync/\(path)", token: parent.token).status == 404)
            #expect(try await home.make(path, body).status == 404)
            #expect(try await home.changes(kinds: "card,preferences").changes.isEmpty)
            #expect(try await home.changes(kinds: "card", for: child).changes.count == 1)
            let preferences = API.Rewards.PreferencesValue(API.Rewards.UserPreferences())
            let text = try String(decoding: WireEncoder.bytes(preferences), as: UTF8.self)
            let own = "preferences/\(child.id.text)"
            #expect(try await home.server.get("/sync/\(own)", token: child.token).status == 404)
            #expect(try await home.make(own, text).status == 404)
            let set = try await home.make(own, text, by: child)
            #expect(set.status == 201)
            let same = try await home.change(own, text, set.number("version"), by: child)
            #expect(same.status == 200 && same.text == set.text)
            #expect(try await home.server.get("/sync/\(own)", token: parent.token).status == 404)
            let told = try await child.purser.call(API.Rewards.getPreferences)
            #expect(try told.version == set.number("version"))
            let removed = try await home.remove(path, renamed.version, by: child)
            #expect(try removed.json()["deleted"] == .bool(true))
            #expect(try await child.purser.call(API.Rewards.listCards).cards.isEmpty)
        }
    }
}
