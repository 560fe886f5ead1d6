import Contract
import Foundation
import GRDB
import Kernel
import Operations
import PurserKit
import Synchronization
import Testbed
import Testing

@testable import PurserKitStore

@Suite("Copies on devices, when things go wrong")
struct CopyFaultTests {
    @Test("a record that was removed before its answer came stays removed")
    func removedOnItsWay() async throws {
        try await withDevices(Setting.sqlite) { family in
            let link = LossyLink()
            let a = try await family.device(of: family.parent, through: link)
            let id = try await a.copies.geofences.add(family.fence())
            link.losesAnswers = true
            await #expect(throws: PurserError.self) { try await a.copies.sync() }
            link.losesAnswers = false
            try await a.copies.geofences.remove(id)
            try await a.copies.sync()
            #expect(try await a.copies.geofences.all().isEmpty)
            #expect(try await family.changes(of: "geofence").isEmpty)
            #expect(try await a.copies.conflicts().isEmpty)
        }
    }

    @Test("one that is removed while others are pushed is not asked for")
    func removedMeanwhile() async throws {
        try await withDevices(Setting.sqlite) { family in
            let link = LossyLink()
            let a = try await family.device(of: family.parent, through: link)
            // They are pushed by the order of their ids.
            let ids = try await [
                a.copies.geofences.add(family.fence("One")),
                a.copies.geofences.add(family.fence("Two")),
            ].sorted { $0.text < $1.text }
            let requests = Mutex(0)
            link.gate = {
                // The first one only asks for changes.
                let number = requests.withLock { count in
                    count += 1
                    return count
                }
                if number == 2 { try? await a.copies.geofences.remove(ids[1]) }
            }
            let report = try await a.copies.sync()
            #expect(report.pushed == 1 && report.refused.isEmpty)
            #expect(try await family.changes(of: "geofence").map(\.id.text) == [ids[0].text])
        }
    }

    @Test("an app that knows another number of kinds is told everything anew")
    func otherKinds() async throws {
        try await withDevices(Setting.sqlite) { family in
            let link = LossyLink()
            let a = try await family.device(of: family.parent, through: link)
            let id = try await a.copies.geofences.add(family.fence())
            for _ in 0..<2 { try await a.copies.sync() }
            link.forgetTargets()
            try await a.copies.sync()
            #expect(link.targets.count == 1 && !link.targets[0].contains("since=0"))
            let store = try a.copies.store
            let feed = try await store.reading {
                try String.fetchOne($0, sql: "SELECT session FROM feeds")
            }
            #expect(feed?.hasSuffix(" \(CopyKind.all.count)") == true)
            try await store.writing {
                try $0.execute(sql: "UPDATE feeds SET session = rtrim(session, '0123456789') || 3")
            }
            link.forgetTargets()
            try await a.copies.sync()
            #expect(link.targets.count == 1 && link.targets[0].contains("since=0"))
            #expect(try await a.copies.geofences.all().map(\.id) == [id])
        }
    }

    @Test("a sync that finds nothing new waits for nobody who writes to the folder")
    func nothingNew() async throws {
        try await withDevices(Setting.sqlite) { family in
            let link = LossyLink()
            let a = try await family.device(of: family.parent, through: link)
            try await a.copies.geofences.add(family.fence())
            for _ in 0..<2 { try await a.copies.sync() }
            let store = try a.copies.store
            var configuration = GRDB.Configuration()
            configuration.allowsUnsafeTransactions = true
            let other = try await DatabaseQueue(
                path: store.pool().path,
                configuration: configuration
            )
            try await other.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
            for _ in 0..<2 { try await a.copies.sync() }
            try await other.writeWithoutTransaction { try $0.execute(sql: "COMMIT") }
            try other.close()
            // What changed no record moves the place from which the next sync asks.
            _ = try await family.parent.purser.call(
                API.Guardian.authorizePurchase,
                API.Guardian.AuthorizeRequest(amountCents: 100, merchant: "Shop")
            )
            link.forgetTargets()
            for _ in 0..<2 { try await a.copies.sync() }
            #expect(Set(link.targets).count == 2)
            // A copy from the beginning was broken off: this one was not told any more.
            try await store.writing { try $0.execute(sql: "UPDATE copies SET isUnconfirmed = 1") }
            try await a.copies.sync()
            #expect(try await a.copies.geofences.all().isEmpty)
        }
    }

    @Test("one under an id that is there is refused, and one that was removed is as it was added")
    func addedAs() async throws {
        try await withDevices(Setting.sqlite) { family in
            let a = try await family.device(of: family.parent)
            let fences = a.copies.geofences
            let id = try await fences.add(family.fence("One"))
            try await a.copies.sync()
            let error = await #expect(throws: PurserError.self) {
                try await fences.add(family.fence("Two"), as: id)
            }
            #expect(error?.kind == .conflict)
            try await fences.remove(id)
            try await fences.add(family.fence("Three"), as: id)
            let report = try await a.copies.sync()
            #expect(report.pushed == 1 && report.refused.isEmpty)
            #expect(try await family.changes(of: "geofence").map(\.id.text) == [id.text])
            #expect(try await fences.find(id)?.name == "Three")
        }
    }

    @Test("one that turns up after it was removed is removed as well")
    func late() async throws {
        try await withDevices(Setting.sqlite) { family in
            let a = try await family.device(of: family.parent)
            let id = try await a.copies.geofences.add(family.fence())
            let value = try #require(try await a.copies.geofences.find(id)).value
            try await a.copies.geofences.remove(id)
            for _ in 0..<2 { try await a.copies.sync() }
            let write = SyncWrite(new: id, value)
            _ = try await family.parent.purser.call(API.Sync.geofence.put, write)
            try await a.copies.sync()
            #expect(try await family.changes(of: "geofence").isEmpty)
        }
    }

    @Test("a removal that is given up brings the record back")
    func revertedRemoval() async throws {
        try await withDevices(Setting.sqlite) { family in
            let a = try await family.device(of: family.parent)
            let new = try await a.copies.geofences.add(family.fence("New"))
            try await a.copies.geofences.remove(new)
            try await a.copies.geofences.revert(new)
            try await a.copies.sync()
            #expect(try await a.copies.geofences.find(new)?.isEdited == false)
            try await a.copies.geofences.remove(new)
            try await a.copies.geofences.revert(new)
            #expect(try await a.copies.sync() == CopySyncReport())
            #expect(try await a.copies.geofences.find(new)?.name == "New")
        }
    }

    @Test("a sync that told something asks what came of it")
    func consequences() async throws {
        try await withDevices(Setting.sqlite) { family in
            let link = LossyLink()
            let a = try await family.device(of: family.parent, through: link)
            let id = try await a.copies.geofences.add(family.fence())
            link.answered = {
                link.answered = nil
                // Another one changes something as soon as this one has asked.
                let write = SyncWrite(new: ID<Entity.Rule>(RawID(high: 1, low: 2)), family.rule(9))
                _ = try? await family.parent.purser.call(API.Sync.rule.put, write)
            }
            let report = try await a.copies.sync()
            #expect(report.pushed == 1)
            #expect(link.targets.filter { !$0.contains(id.text) }.count == 2)
            #expect(try await a.copies.rules.all().map(\.monthlyLimitCents) == [9])
        }
    }

    @Test("what a sync was told before its member signed out is not written after")
    func signedOutMeanwhile() async throws {
        try await withDevices(Setting.sqlite) { family in
            let other = try await family.device(of: family.parent)
            try await other.copies.geofences.add(family.fence())
            try await other.copies.sync()
            let link = LossyLink()
            let a = try await family.device(of: family.parent, through: link)
            link.answered = { try? await a.purser.session.signOut() }
            let error = await #expect(throws: PurserError.self) { try await a.copies.sync() }
            #expect(error?.kind == .unauthorized)
            let store = try a.copies.store
            for table in ["copies", "feeds"] {
                let count = try await store.reading {
                    try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM \(table)")
                }
                #expect(count == 0)
            }
        }
    }

    @Test("nothing is left on the device after a sign-out, in no file")
    func signOut() async throws {
        try await withDevices(Setting.sqlite) { family in
            let a = try await family.device(of: family.parent)
            try await a.copies.geofences.add(family.fence("Zanzibar"))
            try await a.copies.sync()
            #expect(try a.holds("Zanzibar"))
            try await a.purser.session.signOut()
            #expect(try !a.holds("Zanzibar"))
            let error = await #expect(throws: PurserError.self) {
                try await a.copies.geofences.all()
            }
            #expect(error?.kind == .unauthorized)
        }
    }

    @Test("nor where another member signs in", arguments: [true, false])
    func anotherMember(isOpen: Bool) async throws {
        try await withDevices(Setting.sqlite) { family in
            var a = try await family.device(of: family.parent)
            try await a.copies.geofences.add(family.fence("Zanzibar"))
            if !isOpen {
                await a.purser.shutdown()
                a = try await family.device(of: family.parent, in: a.folder)
            }
            try await a.purser.session.signIn(
                email: family.child.email,
                password: "password123"
            )
            #expect(try await a.copies.geofences.all().isEmpty)
            #expect(try !a.holds("Zanzibar"))
        }
    }

    @Test("one process syncs a folder at a time")
    func elsewhere() async throws {
        try await withDevices(Setting.sqlite) { family in
            let link = LossyLink()
            let app = try await family.device(of: family.parent, through: link)
            let widget = try await family.device(of: family.parent, in: app.folder)
            let gate = Gate()
            link.gate = { await gate.pass() }
            async let first = app.copies.sync()
            await gate.arrived()
            #expect(try await widget.copies.sync() == .elsewhere)
            await gate.open()
            _ = try await first
            #expect(try await widget.copies.sync() == CopySyncReport())
        }
    }

    @Test("what a restored server has forgotten is told, and made anew where it waits")
    func restored() async throws {
        try await withDevices(.sqlite) { family, backups in
            let backups = try #require(backups)
            let a = try await family.device(of: family.parent)
            let old = try await a.copies.geofences.add(family.fence("Old"))
            let gone = try await a.copies.geofences.add(family.fence("Gone"))
            try await a.copies.sync()
            try await backups.backUp()
            try await a.copies.geofences.edit(old) { $0.name = "Renamed" }
            try await a.copies.geofences.remove(gone)
            let kept = try await a.copies.geofences.add(family.fence("Kept"))
            let lost = try await a.copies.geofences.add(family.fence("Lost"))
            try await a.copies.sync()
            try await a.copies.geofences.edit(kept) { $0.radiusM = 77 }
            #expect(try await backups.restore())
            let error = await #expect(throws: PurserError.self) { try await a.copies.sync() }
            #expect(error?.kind == .unauthorized)
            try await a.signIn()
            try await a.copies.sync()
            let names = try await a.copies.geofences.all().map(\.name).sorted()
            #expect(names == ["Gone", "Kept", "Old"])
            #expect(try await a.copies.geofences.find(kept)?.radiusM == 77)
            let told = try await a.copies.conflicts()
            #expect(told.allSatisfy { $0.cause == .forgotten })
            let records = Set(told.map(\.recordID))
            #expect(records == Set([old, gone, kept, lost].map(\.text)))
            await backups.close()
        }
    }

    @Test("a removed record that is back is told, whatever its version")
    func back() async throws {
        try await withDevices(Setting.sqlite) { family in
            let a = try await family.device(of: family.parent)
            let id = try await a.copies.geofences.add(family.fence())
            try await a.copies.sync()
            let value = try #require(try await a.copies.geofences.find(id)).value
            try await a.copies.geofences.remove(id)
            try await a.copies.sync()
            family.server.clock.advance(seconds: 91 * 86_400)
            let now = family.server.clock.now
            try await family.server.operations.forgetOldRecords(now: now)
            let parent = try await family.server.login(family.parent.email)
            _ = try await parent.purser.call(API.Sync.geofence.put, SyncWrite(new: id, value))
            try await a.signIn()
            try await a.copies.sync()
            let told = try await a.copies.conflicts()
            #expect(told.map(\.cause) == [.forgotten] && told.first?.recordID == id.text)
            #expect(try await a.copies.geofences.find(id)?.isEdited == false)
        }
    }

    @Test("what no device can make anew is told when it goes")
    func childGone() async throws {
        try await withDevices(Setting.sqlite) { family in
            let a = try await family.device(of: family.parent)
            try await a.copies.sync()
            let id = try #require(try await a.copies.children.all().first).id
            try await a.copies.children.edit(id) { $0.firstName = "Zoe" }
            _ = try await family.parent.purser.call(
                API.Allowance.removeChild,
                .init(childID: family.childID)
            )
            #expect(try await a.copies.sync().refused.isEmpty)
            #expect(try await a.copies.children.all().isEmpty)
            let told = try await a.copies.conflicts()
            #expect(told.map(\.cause) == [.removed])
            #expect(told.first?.own?["firstName"] == .string("Zoe"))
        }
    }

    @Test("the newest thousand conflicts are kept")
    func bounded() async throws {
        try await withDevices(Setting.sqlite) { family in
            let a = try await family.device(of: family.parent)
            let row = CopyRow(owner: "", kind: "rule", id: "r", version: 1, base: nil, value: nil)
            try await a.copies.write { database, owner in
                let log = CopyLog(owner: owner, now: Timestamp(seconds: 0))
                for number in 0..<CopyLog.most + 3 {
                    try log.tell(.removed, of: row, own: "\(number)", database)
                }
            }
            let told = try await a.copies.conflicts()
            #expect(told.count == CopyLog.most && told.first?.own == .number("3"))
        }
    }
}

extension Device {
    /// The files of the device.
    func files() -> [String] {
        let paths = FileManager.default.enumerator(atPath: folder.path)
        return paths?.compactMap { ($0 as? String).map { folder.appending(path: $0).path } } ?? []
    }

    /// Whether any file has a text in it.
    func holds(_ text: String) throws -> Bool {
        let needle = Data(text.utf8)
        return try files().contains { file in
            let url = URL(filePath: file)
            guard try url.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true else {
                return false
            }
            return try Data(contentsOf: url).range(of: needle) != nil
        }
    }
}
