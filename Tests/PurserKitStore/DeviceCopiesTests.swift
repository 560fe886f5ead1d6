import Contract
import Kernel
import Operations
import PurserKit
import Testbed
import Testing

@testable import PurserKitStore

@Suite("Copies on devices")
struct DeviceCopiesTests {
    @Test("1: of two limits the stricter one stays", arguments: Setting.allCases)
    func limits(setting: Setting) async throws {
        try await withDevices(setting) { family in
            let (a, b) = try await pair(family)
            let id = try await a.copies.rules.add(family.rule(90))
            try await settle(a, b)
            try await a.copies.rules.edit(id) { $0.monthlyLimitCents = 50 }
            try await b.copies.rules.edit(id) { $0.monthlyLimitCents = 80 }
            try await a.copies.sync()
            let report = try await b.copies.sync()
            #expect(report.pushed == 0 && report.pulled == 1)
            for device in [a, b] {
                let rule = try #require(try await device.copies.rules.find(id))
                #expect(rule.monthlyLimitCents == 50 && !rule.isEdited)
            }
            let told = try await b.copies.conflicts()
            #expect(told.map(\.cause) == [.merged])
            #expect(told.first?.field == "monthlyLimitCents" && told.first?.kept == .number("50"))
            try await b.copies.dismiss(told[0])
            #expect(try await b.copies.conflicts().isEmpty)
        }
    }

    @Test("2: changes of two fields both stay", arguments: Setting.allCases)
    func fields(setting: Setting) async throws {
        try await withDevices(setting) { family in
            let (a, b) = try await pair(family)
            let id = try await a.copies.geofences.add(family.fence())
            try await settle(a, b)
            try await a.copies.geofences.edit(id) { $0.name = "Shop" }
            try await b.copies.geofences.edit(id) { $0.lat = 41.25 }
            try await settle(a, b)
            for device in [a, b] {
                let fence = try #require(try await device.copies.geofences.find(id))
                #expect(fence.name == "Shop" && fence.lat == 41.25)
                #expect(try await device.copies.conflicts().isEmpty)
            }
        }
    }

    @Test("3: a change outlives a removal, whichever came first", arguments: Setting.allCases)
    func removal(setting: Setting) async throws {
        try await withDevices(setting) { family in
            let (a, b) = try await pair(family)
            let first = try await a.copies.geofences.add(family.fence())
            try await settle(a, b)
            try await a.copies.geofences.remove(first)
            try await b.copies.geofences.edit(first) { $0.name = "Shop" }
            try await settle(a, b)
            let kept = try await a.copies.geofences.all()
            #expect(kept.map(\.name) == ["Shop"] && kept.first?.id != first)
            #expect(try await b.copies.geofences.all() == kept)
            #expect(try await b.copies.conflicts().map(\.cause) == [.outlivedRemoval])
            let second = try #require(kept.first?.id)
            try await b.copies.geofences.edit(second) { $0.name = "Market" }
            try await a.copies.geofences.remove(second)
            try await b.copies.sync()
            try await settle(a, b)
            #expect(try await a.copies.geofences.all().map(\.name) == ["Market"])
            #expect(try await a.copies.conflicts().map(\.cause) == [.removalGaveWay])
        }
    }

    @Test("4: two fences of one centre and one name are two", arguments: Setting.allCases)
    func twins(setting: Setting) async throws {
        try await withDevices(setting) { family in
            let (a, b) = try await pair(family)
            let one = try await a.copies.geofences.add(family.fence())
            let other = try await b.copies.geofences.add(family.fence())
            try await settle(a, b)
            try await a.copies.geofences.edit(other) { $0.radiusM = 100 }
            try await b.copies.geofences.edit(one) { $0.radiusM = 200 }
            try await settle(a, b)
            for device in [a, b] {
                #expect(try await device.copies.geofences.find(one)?.radiusM == 200)
                #expect(try await device.copies.geofences.find(other)?.radiusM == 100)
            }
        }
    }

    @Test("5: a record whose answer was lost is made once", arguments: Setting.allCases)
    func lost(setting: Setting) async throws {
        try await withDevices(setting) { family in
            let link = LossyLink()
            let a = try await family.device(of: family.parent, through: link)
            let id = try await a.copies.geofences.add(family.fence())
            link.losesAnswers = true
            await #expect(throws: PurserError.self) { try await a.copies.sync() }
            link.losesAnswers = false
            // The app was killed before it noted anything.
            let later = try await family.device(of: family.parent, in: a.folder)
            try await settle(later)
            #expect(try await later.copies.geofences.all().map(\.id) == [id])
            let page = try await family.changes(of: "geofence")
            #expect(page.map(\.id.text) == [id.text])
            #expect(try await later.copies.conflicts().isEmpty)
        }
    }

    @Test("6: of two limits for one category one takes the other in", arguments: Setting.allCases)
    func folded(setting: Setting) async throws {
        try await withDevices(setting) { family in
            let (a, b) = try await pair(family)
            let id = try await a.copies.rules.add(family.rule(30))
            try await b.copies.rules.add(family.rule(20))
            try await settle(a, b)
            for device in [a, b] {
                let rules = try await device.copies.rules.all()
                #expect(rules.map(\.id) == [id] && rules.map(\.monthlyLimitCents) == [20])
            }
            #expect(try await b.copies.conflicts().map(\.cause) == [.folded])
        }
    }

    @Test("7: a change through a document's endpoint arrives", arguments: Setting.allCases)
    func documents(setting: Setting) async throws {
        try await withDevices(setting) { family in
            let a = try await family.device(of: family.parent)
            let id = try await a.copies.rules.add(family.rule(90))
            try await settle(a)
            _ = try await family.parent.purser.call(
                API.Guardian.setRule,
                .init(
                    category: "fun",
                    monthlyLimitCents: 7_000,
                    userID: MemberReference(family.child.id.text)
                )
            )
            let report = try await a.copies.sync()
            #expect(report.pulled == 1 && report.pushed == 0)
            #expect(try await a.copies.rules.find(id)?.monthlyLimitCents == 7_000)
        }
    }

    @Test(
        "8: what a role may not is refused, told, and stays until it is given up",
        arguments: Setting.allCases
    )
    func refused(setting: Setting) async throws {
        try await withDevices(setting) { family in
            let parent = try await family.device(of: family.parent)
            let child = try await family.device(of: family.child)
            let id = try await parent.copies.rules.add(family.rule(50))
            try await settle(parent, child)
            try await child.copies.rules.edit(id) { $0.monthlyLimitCents = 9_000 }
            for _ in 0..<2 {
                let report = try await child.copies.sync()
                #expect(report.refused.map(\.error.kind) == [.forbidden])
                #expect(try await child.copies.rules.find(id)?.isEdited == true)
            }
            try await child.copies.rules.revert(id)
            #expect(try await child.copies.sync().refused.isEmpty)
            #expect(try await child.copies.rules.find(id)?.monthlyLimitCents == 50)
        }
    }

    @Test("9: a first copy of several pages is whole", arguments: Setting.allCases)
    func pages(setting: Setting) async throws {
        try await withDevices(setting) { family in
            let a = try await family.device(of: family.parent)
            for number in 0..<45 {
                try await a.copies.rules.add(family.rule(Int64(number), "category \(number)"))
            }
            try await settle(a)
            let b = try await family.device(of: family.parent, pageSize: 20)
            #expect(try await b.copies.sync().pulled == 46)
            #expect(try await b.copies.rules.all() == a.copies.rules.all())
            #expect(try await b.copies.sync() == CopySyncReport())
        }
    }

    @Test(
        "10: who begins anew keeps what waits, and drops what is gone",
        arguments: Setting.allCases
    )
    func anew(setting: Setting) async throws {
        try await withDevices(setting) { family in
            let (a, b) = try await pair(family)
            let gone = try await a.copies.geofences.add(family.fence("Gone"))
            let edited = try await a.copies.geofences.add(family.fence("Edited"))
            try await settle(a, b)
            try await b.copies.geofences.remove(gone)
            try await b.copies.geofences.remove(edited)
            try await b.copies.sync()
            family.server.clock.advance(seconds: 91 * 86_400)
            let now = family.server.clock.now
            try await family.server.operations.forgetOldRecords(now: now)
            try await a.copies.geofences.edit(edited) { $0.name = "Still here" }
            // Sessions have lapsed; what was edited waits for the same member.
            for device in [a, b] { try await device.signIn() }
            try await settle(a, b)
            for device in [a, b] {
                #expect(try await device.copies.geofences.all().map(\.name) == ["Still here"])
            }
            #expect(try await a.copies.conflicts().map(\.cause) == [.forgotten])
        }
    }

    @Test("12: who follows many devices is told each record once", arguments: Setting.allCases)
    func follower(setting: Setting) async throws {
        try await withDevices(setting) { family in
            let reader = try await family.device(of: family.parent)
            // The household's child is there before.
            try await reader.copies.sync()
            var writers: [Device] = []
            for _ in 0..<4 { writers.append(try await family.device(of: family.parent)) }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for writer in writers {
                    group.addTask {
                        for number in 0..<4 {
                            let fence = family.fence("Fence \(number)")
                            try await writer.copies.geofences.add(fence)
                            try await writer.copies.sync()
                        }
                    }
                }
                var pulled = 0
                while pulled < 16 {
                    pulled += try await reader.copies.sync().pulled
                    await Task.yield()
                }
                try await group.waitForAll()
                #expect(pulled == 16)
            }
            #expect(try await reader.copies.sync() == CopySyncReport())
            let told = try await family.changes(of: "geofence").map(\.id.text)
            #expect(told.count == 16)
            #expect(try await reader.copies.geofences.all().map(\.id.text) == told.sorted())
        }
    }

    @Test("11: another household's records are not there", arguments: Setting.allCases)
    func others(setting: Setting) async throws {
        try await withDevices(setting) { family in
            let a = try await family.device(of: family.parent)
            let id = try await a.copies.rules.add(family.rule(90))
            try await settle(a)
            let stranger = try await family.server.registerParent("stranger@example.com")
            let other = try await family.device(of: stranger)
            try await settle(other)
            #expect(try await other.copies.rules.all().isEmpty)
            // Not even for who knows its name.
            let mine = API.Sync.RuleValue(
                memberID: stranger.id,
                category: "fun",
                monthlyLimitCents: 1
            )
            let calls = try await MemberCalls(other.purser)
            let fields = try CopyFields.of(mine)
            let rule = try #require(CopyKind.all.first { $0.name == "rule" })
            for version in [nil, Int64(1)] {
                let outcome = try await rule.put(calls, id.text, fields, version)
                guard case .refused(let error) = outcome else {
                    Issue.record("it was taken")
                    continue
                }
                #expect(error.kind == .notFound)
            }
        }
    }

    /// Two devices of the parent.
    private func pair(_ family: DeviceFamily) async throws -> (Device, Device) {
        (
            try await family.device(of: family.parent),
            try await family.device(of: family.parent)
        )
    }

    /// Each device syncs twice; then nothing waits.
    private func settle(_ devices: Device...) async throws {
        for device in devices + devices { try await device.copies.sync() }
        for device in devices {
            let report = try await device.copies.sync()
            #expect(report == CopySyncReport())
        }
    }
}
