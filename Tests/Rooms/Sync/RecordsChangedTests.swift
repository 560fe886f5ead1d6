import Contract
import Kernel
import PurserKit
import Testbed
import Testing

@testable import ServerTestbed

@Suite("A stream tells that records changed", .timeLimit(.minutes(10)))
struct RecordsChangedTests {
    @Test("with the newest version, to who may copy them", arguments: Engine.all)
    func told(engine: Engine) async throws {
        try await withCopies(engine) { home in
            let path = "rule/\(CopyFamily.uuid(1))"
            try await home.server.following(home.parent) { events in
                let made = try await home.make(path, home.rule(90)).number("version")
                #expect(await Self.version(&events) == made)
                // Through the document's endpoint, too.
                _ = try await home.parent.purser.call(
                    API.Guardian.setRule,
                    API.Guardian.RuleRequest(
                        category: "fun",
                        monthlyLimitCents: 70,
                        userID: MemberReference(home.child.member.id.text)
                    )
                )
                #expect(await Self.version(&events) == made + 1)
                // What moves the chain and changes no record is not told: the next that is, is the
                // limit's.
                _ = try await home.child.member.authorize(1)
                let changed = try await home.change(path, home.rule(60), made + 1)
                #expect(try await Self.version(&events) == changed.number("version"))
            }
        }
    }

    @Test("not of what is a parent's alone, nor of kinds that a token may not read")
    func kept() async throws {
        try await withCopies(.sqlite) { home in
            let parent = home.parent
            try await home.server.following(home.child.member) { events in
                _ = try await home.make(
                    "rule/\(CopyFamily.uuid(1))",
                    home.rule(90, of: parent)
                )
                let own = try await home.make("rule/\(CopyFamily.uuid(2))", home.rule(80))
                #expect(try await Self.version(&events) == own.number("version"))
            }
        }
    }

    @Test("that what was copied counts no more", arguments: Engine.all)
    func anew(engine: Engine) async throws {
        try await withCopies(engine) { home in
            let end = try await home.changes().cursor
            try await home.server.following(home.parent) { events in
                _ = try await home.parent.purser.call(
                    API.Allowance.removeChild,
                    API.Allowance.ChildRequest(childID: home.child.id)
                )
                let version = await Self.version(&events)
                #expect(version.map { $0 > end } == true)
                #expect(try await home.changes(since: end).reset)
            }
        }
    }

    /// The version that is told next.
    private static func version(_ events: inout EventReader) async -> Int64? {
        while let block = await events.nextBlock() {
            guard block["event"] == "records_changed" else { continue }
            #expect(block["id"] == nil)
            return block["data"].flatMap { data in
                guard data.hasPrefix(#"{"version":"#), data.hasSuffix("}") else { return nil }
                return Int64(data.dropFirst(11).dropLast())
            }
        }
        return nil
    }
}
