import Contract
import Kernel
import Operations
import PurserKit
import Testbed
import Testing

@testable import ServerTestbed

@Suite("Records that devices copy, by the cases of the contract")
struct CopyCasesTests {
    @Test("1: the second of two changes of one version is told what stands", arguments: Engine.all)
    func twoChanges(engine: Engine) async throws {
        try await withCopies(engine) { home in
            let path = "rule/\(CopyFamily.uuid(1))"
            let made = try await home.make(path, home.rule(90))
            let version = try made.number("version")
            #expect(made.status == 201 && made.headers["ETag"] == "\"\(version)\"")
            let first = try await home.change(path, home.rule(50), version)
            #expect(first.status == 200 && first.headers["ETag"] == "\"\(version + 1)\"")
            let second = try await home.change(path, home.rule(80), version)
            #expect(second.status == 412)
            #expect(try second.string("error.code") == "CONFLICT")
            #expect(try second.number("current.version") == version + 1)
            #expect(try second.number("current.value.monthlyLimitCents") == 50)
            // The same value again is no change.
            let same = try await home.change(path, home.rule(50), version + 1)
            #expect(same.status == 200 && same.text == first.text)
        }
    }

    @Test(
        "3: what was removed is told as such, and a change after it is not taken",
        arguments: Engine.all
    )
    func removed(engine: Engine) async throws {
        try await withCopies(engine) { home in
            let path = "geofence/\(CopyFamily.uuid(1))"
            let version = try await home.make(path, home.fence("Mall")).number("version")
            let removed = try await home.remove(path, version)
            #expect(removed.status == 200 && removed.headers["ETag"] == "\"\(version + 1)\"")
            #expect(try removed.json()["deleted"] == .bool(true))
            #expect(try removed.json()["value"] == nil)
            let late = try await home.change(path, home.fence("Shop"), version)
            #expect(late.status == 412)
            #expect(try late.json()["current"]?["deleted"] == .bool(true))
            #expect(try late.number("current.version") == version + 1)
            // Of the tombstone's own version neither; removed again it stays.
            #expect(try await home.change(path, home.fence("Shop"), version + 1).status == 412)
            let again = try await home.remove(path, version + 1)
            #expect(again.status == 200 && again.text == removed.text)
            let shown = try await home.server.get("/sync/\(path)", token: home.parent.token)
            #expect(shown.status == 200 && shown.text == removed.text)
            // Its id is used up.
            let new = try await home.make(path, home.fence("Mall"))
            #expect(new.status == 412)
            #expect(try new.json()["current"]?["deleted"] == .bool(true))
        }
        try await withCopies(engine) { home in
            let path = "rule/\(CopyFamily.uuid(2))"
            let version = try await home.make(path, home.rule(50)).number("version")
            #expect(try await home.change(path, home.rule(60), version).status == 200)
            let late = try await home.remove(path, version)
            #expect(late.status == 412)
            #expect(try late.number("current.value.monthlyLimitCents") == 60)
        }
    }

    @Test("4: fences of one centre and one name are two", arguments: Engine.all)
    func alike(engine: Engine) async throws {
        try await withCopies(engine) { home in
            let paths = (1...2).map { "geofence/\(CopyFamily.uuid($0))" }
            var versions: [Int64] = []
            for path in paths {
                versions.append(try await home.make(path, home.fence("Mall")).number("version"))
            }
            let moved = try await home.change(paths[0], home.fence("Mall", lat: 41), versions[0])
            #expect(moved.status == 200)
            let named = try await home.change(paths[1], home.fence("Shop"), versions[1])
            #expect(named.status == 200)
            let changes = try await home.changes(kinds: "geofence").changes
            #expect(changes.map { "geofence/\($0.id)" } == paths)
            let values = try changes.map { change in
                try #require(change.value).decoded(as: API.Sync.GeofenceValue.self)
            }
            #expect(values.map(\.name) == ["Mall", "Shop"])
            #expect(values.map(\.lat) == [41, 40.5])
        }
    }

    @Test("5: a record is made once, whatever becomes of the answer", arguments: Engine.all)
    func lostAnswer(engine: Engine) async throws {
        try await withCopies(engine) { home in
            let path = "goal/\(CopyFamily.uuid(1))"
            let made = try await home.make(path, home.goal("Bicycle"))
            #expect(made.status == 201)
            let again = try await home.make(path, home.goal("Bicycle"))
            #expect(again.status == 412)
            #expect(try again.json()["current"] == made.json())
            #expect(try await home.changes(kinds: "goal").changes.count == 1)
            // With a key the first answer is given again, with its status.
            let keyed = { () async throws -> TransportResponse in
                try await home.server.raw(
                    "PUT",
                    "/sync/goal/\(CopyFamily.uuid(2))",
                    home.goal("Boat"),
                    token: home.parent.token,
                    headers: ["If-None-Match": "*", "Idempotency-Key": "a"]
                )
            }
            let (one, two) = (try await keyed(), try await keyed())
            #expect(one.status == 201 && two.status == 201 && one.body == two.body)
            #expect(two.headers["Idempotency-Replayed"] == "true")
            #expect(two.headers["ETag"] == one.headers["ETag"])
        }
    }

    @Test(
        "6: of two limits for one member and category the second is told of the first",
        arguments: Engine.all
    )
    func oneKey(engine: Engine) async throws {
        try await withCopies(engine) { home in
            let made = try await home.make("rule/\(CopyFamily.uuid(1))", home.rule(50))
            #expect(made.status == 201)
            let path = "rule/\(CopyFamily.uuid(2))"
            let second = try await home.make(path, home.rule(80, " Fun "))
            #expect(second.status == 409)
            #expect(try second.json()["current"] == made.json())
            let shown = try await home.server.get("/sync/\(path)", token: home.parent.token)
            #expect(shown.status == 404)
        }
    }

    @Test("7: the documents' endpoints move versions", arguments: Engine.all)
    func documents(engine: Engine) async throws {
        try await withCopies(engine) { home in
            let path = "rule/\(CopyFamily.uuid(1))"
            let version = try await home.make(path, home.rule(50)).number("version")
            let request = API.Guardian.RuleRequest(
                category: "fun",
                monthlyLimitCents: 70,
                userID: MemberReference(home.child.member.id.text)
            )
            let rule = try await home.parent.purser.call(API.Guardian.setRule, request)
            let changes = try await home.changes(since: version)
            #expect(changes.changes.count == 1 && !changes.hasMore && !changes.reset)
            let change = try #require(changes.changes.first)
            #expect("rule/\(change.id)" == path && change.version == version + 1)
            #expect(change.updatedBy == home.parent.id && !change.deleted)
            let value = try change.value?.decoded(as: API.Sync.RuleValue.self)
            #expect(value?.monthlyLimitCents == 70)
            #expect(changes.cursor == version + 1)
            let reference = API.Guardian.NumberedRequest(
                id: rule.id,
                userID: MemberReference(home.child.member.id.text)
            )
            _ = try await home.parent.purser.call(API.Guardian.deleteRule, reference)
            let rest = try await home.changes(since: version + 1)
            #expect(rest.changes.map(\.deleted) == [true])
            #expect(rest.changes.first?.value == nil)
            #expect(try await home.changes(since: 0).changes.allSatisfy { !$0.deleted })
        }
    }

    @Test("8: a child says that its own chore is done, and no more", arguments: Engine.all)
    func children(engine: Engine) async throws {
        try await withCopies(engine) { home in
            let child = home.child.member
            let rule = "rule/\(CopyFamily.uuid(1))"
            #expect(try await home.make(rule, home.rule(50), by: child).status == 403)
            let standing = try await home.make(rule, home.rule(50)).number("version")
            #expect(try await home.change(rule, home.rule(9), standing, by: child).status == 403)
            #expect(try await home.remove(rule, standing, by: child).status == 403)
            let shown = try await home.server.get("/sync/\(rule)", token: child.token)
            #expect(shown.status == 200)
            let path = "chore/\(CopyFamily.uuid(2))"
            #expect(try await home.make(path, home.chore(), by: child).status == 403)
            let made = try await home.make(path, home.chore()).number("version")
            let sibling = home.family.sibling.member
            let hidden = try await home.server.get("/sync/\(path)", token: sibling.token)
            #expect(hidden.status == 404)
            let foreign = try await home.change(path, home.chore("Done"), made, by: sibling)
            #expect(foreign.status == 404)
            let title = home.chore("Done", title: "None")
            #expect(try await home.change(path, title, made, by: child).status == 403)
            let done = try await home.change(path, home.chore("Done"), made, by: child)
            #expect(done.status == 200)
            let version = try done.number("version")
            let approved = home.chore("Approved")
            #expect(try await home.change(path, approved, version, by: child).status == 403)
            #expect(try await home.remove(path, version, by: child).status == 403)
            let paid = try await home.change(path, approved, version)
            #expect(paid.status == 200)
            #expect(try await home.family.jars() == [100, 0, 0])
            // The link that pays comes before the one that tells.
            #expect(try paid.number("version") == version + 2)
        }
    }

    @Test(
        "9: pages are as long as they may be, and end where the next one begins",
        arguments: Engine.all
    )
    func pages(engine: Engine) async throws {
        try await withCopies(engine) { home in
            for number in 0..<45 {
                let path = "chore/\(CopyFamily.uuid(number + 1))"
                #expect(try await home.make(path, home.chore()).status == 201)
            }
            var (cursor, counts, flags, seen) = (Int64(0), [Int](), [Bool](), [Int64]())
            for _ in 0..<3 {
                let page = try await home.changes(since: cursor, kinds: "chore", limit: 20)
                #expect(page.cursor > cursor && !page.reset)
                counts.append(page.changes.count)
                flags.append(page.hasMore)
                seen += page.changes.map(\.version)
                cursor = page.cursor
            }
            #expect(counts == [20, 20, 5] && flags == [true, true, false])
            #expect(seen == seen.sorted() && Set(seen).count == 45)
            let rest = try await home.changes(since: cursor, kinds: "chore", limit: 20)
            #expect(rest.changes.isEmpty && !rest.hasMore && rest.cursor == cursor)
        }
    }

    @Test("10: who cannot go on from where it is begins anew", arguments: Engine.all)
    func resets(engine: Engine) async throws {
        try await withCopies(engine) { home in
            let paths = (1...3).map { "geofence/\(CopyFamily.uuid($0))" }
            var versions: [Int64] = []
            for path in paths {
                versions.append(try await home.make(path, home.fence("Mall")).number("version"))
            }
            let end = try await home.changes().cursor
            let beyond = try await home.changes(since: end + 1)
            #expect(beyond.reset && beyond.cursor == end)
            #expect(beyond.changes == (try await home.changes()).changes)
            #expect(!(try await home.changes(since: end)).reset)
            #expect(try await home.remove(paths[1], versions[1]).status == 200)
            let before = try await home.changes(since: versions[0])
            #expect(!before.reset && before.changes.map(\.deleted) == [false, true])
            home.server.clock.advance(seconds: 91 * 86_400)
            try await home.server.operations.forgetOldRecords(now: home.server.clock.now)
            let member = try await home.server.login(home.parent.email)
            let after = try await home.changes(since: versions[0], for: member)
            #expect(after.reset && after.changes.map(\.deleted).contains(true) == false)
            #expect(after.changes.filter { $0.kind == "geofence" }.count == 2)
            #expect(!(try await home.changes(since: after.cursor, for: member)).reset)
            // A first copy in small pages gets to its end, too.
            var (cursor, seen) = (Int64(0), 0)
            for _ in 0..<10 {
                let page = try await home.changes(since: cursor, limit: 1, for: member)
                #expect(!page.reset)
                (cursor, seen) = (page.cursor, seen + page.changes.count)
                if !page.hasMore { break }
            }
            #expect(seen == after.changes.count && cursor == after.cursor)
        }
    }

    @Test("11: another household's records are not there", arguments: Engine.all)
    func strangers(engine: Engine) async throws {
        try await withCopies(engine) { home in
            let stranger = home.family.stranger
            let own = home.family.strangersChild.member
            let made: [(path: String, body: String, theirs: String)] = [
                ("rule/\(CopyFamily.uuid(1))", home.rule(50), home.rule(50, of: own)),
                ("geofence/\(CopyFamily.uuid(2))", home.fence("Mall"), home.fence("Mall")),
                ("chore/\(CopyFamily.uuid(3))", home.chore(), home.chore()),
                ("goal/\(CopyFamily.uuid(4))", home.goal("Bicycle"), home.goal("Bicycle")),
            ]
            for (path, body, theirs) in made {
                let version = try await home.make(path, body).number("version")
                let shown = try await home.server.get("/sync/\(path)", token: stranger.token)
                #expect(shown.status == 404)
                #expect(try await home.change(path, body, version, by: stranger).status == 404)
                #expect(try await home.remove(path, version, by: stranger).status == 404)
                #expect(try await home.make(path, theirs, by: stranger).status == 404, "\(path)")
            }
            let told = try await home.changes(kinds: "rule,geofence,chore,goal", for: stranger)
            #expect(told.changes.isEmpty)
        }
    }
}
