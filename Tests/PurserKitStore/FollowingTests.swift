import Contract
import Kernel
import PurserKit
import Testbed
import Testing

@testable import PurserKitStore

@Suite("Copies that follow the server")
struct FollowingTests {
    @Test("are there as soon as the server tells that records changed", .timeLimit(.minutes(2)))
    func told() async throws {
        try await withDevices(.socket) { family in
            let a = try await family.device(of: family.parent)
            // Its pauses do not end, so that after the first poll there is no other.
            let b = try await family.device(of: family.parent, holdsPauses: true)
            let follows = Task {
                for await _ in b.copies.syncs(every: .seconds(86_400)) {}
            }
            defer { follows.cancel() }
            let id = try await a.copies.geofences.add(family.fence())
            try await a.copies.sync()
            await eventually("the geofence is on the other device") {
                (try? await b.copies.geofences.find(id)) != nil
            }
            try await a.copies.geofences.edit(id) { $0.name = "Shop" }
            try await a.copies.sync()
            await eventually("so is its new name") {
                (try? await b.copies.geofences.find(id))?.name == "Shop"
            }
            await a.purser.shutdown()
            await b.purser.shutdown()
        }
    }

    @Test("are shown as they become", .timeLimit(.minutes(2)))
    func snapshots() async throws {
        try await withDevices(Setting.sqlite) { family in
            let a = try await family.device(of: family.parent)
            var shown = try await a.copies.geofences.snapshots().makeAsyncIterator()
            #expect(try await shown.next()?.count == 0)
            let id = try await a.copies.geofences.add(family.fence())
            #expect(try await shown.next()?.map(\.isEdited) == [true])
            try await a.copies.sync()
            #expect(try await shown.next()?.map(\.isEdited) == [false])
            // Another process changes it.
            let widget = try await family.device(
                of: family.parent,
                in: a.folder,
                databases: OpenDatabases()
            )
            try await widget.copies.geofences.edit(id) { $0.name = "Shop" }
            try await widget.copies.sync()
            try await a.copies.sync()
            #expect(try await shown.next()?.map(\.name) == ["Shop"])
        }
    }

    @Test("are shown by a model", .timeLimit(.minutes(2)))
    func model() async throws {
        try await withDevices(Setting.sqlite) { family in
            try await Self.show(family.device(of: family.parent), family.fence())
        }
    }

    @MainActor
    private static func show(_ a: Device, _ fence: API.Sync.GeofenceValue) async throws {
        let model = RecordsModel(a.copies.geofences)
        let id = try #require(await model.add(fence))
        await eventually("the geofence is shown") { model.records.map(\.id) == [id] }
        #expect(model.isLoaded && model.error == nil)
        var wrong = fence
        wrong.radiusM = 0
        #expect(await model.add(wrong) == nil)
        #expect(model.error?.kind == .invalid)
        #expect(await model.edit(id) { $0.name = "Shop" })
        #expect(model.error == nil)
        await eventually("its name is shown") { model.records.map(\.name) == ["Shop"] }
        #expect(await model.remove(id))
        await eventually("it is gone") { model.records.isEmpty }
        #expect(await !model.remove(id))
        #expect(model.error?.kind == .notFound)
    }
}
