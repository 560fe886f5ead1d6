import Contract
import Kernel
import Synchronization
import Testbed
import Testing

@testable import PurserKit

@Suite("A copied geofence")
struct FenceCopiesTests {
    typealias Device = CopiesTests.Device

    @Test("takes no edit of another that merely lies in the same place")
    func samePlace() async throws {
        let first = try Device()
        var around = CopiesTests.school
        around.name = "Around"
        around.radiusM = 900
        around.policy = .warn
        try await first.fences.add(around)
        let inner = try await first.fences.add(CopiesTests.school)
        try await first.fences.sync()
        let second = try Device(first.server, names: "b", time: first.time)
        try await second.fences.sync()
        for fence in try await second.fences.all() {
            try await second.fences.edit(fence.id) { $0.radiusM += 50 }
        }
        try await first.fences.delete(inner.id)
        try await first.fences.sync()

        let report = try await second.fences.sync()
        #expect(report.isComplete && report.conflicts.map(\.field) == [nil])
        #expect(report.conflicts.first?.kept?["radius_m"] == .number("350"))
        let again = try await second.fences.sync()
        #expect(!again.didSomething)
        #expect(first.server.fences.map(\.radiusM).sorted() == [350, 950])
        #expect(Set(first.server.fences.map(\.policy)) == [.block, .warn])
        await first.purser.shutdown()
        await second.purser.shutdown()
    }

    @Test("is one to a device that looks while another has replaced it by half")
    func half() async throws {
        let (first, second) = try await Self.two()
        let fence = try #require(try await first.fences.all().first)
        try await first.fences.edit(fence.id) { $0.radiusM = 500 }
        Self.lose(.delete, on: first)
        await #expect(throws: PurserError.self) { try await first.fences.sync() }
        #expect(first.server.fences.map(\.radiusM).sorted() == [300, 500])

        let early = try await second.fences.sync()
        #expect(early.waiting == 1 && early.pulled.isEmpty)
        #expect(try await second.fences.all().map(\.record.radiusM) == [300])
        let same = try #require(try await second.fences.all().first)
        try await second.fences.edit(same.id) { $0.name = "New school" }

        first.link.set(nil)
        #expect(try await first.fences.sync().isComplete)
        let report = try await second.fences.sync()
        #expect(report.isComplete && report.conflicts.isEmpty && report.pushed == [same.id])
        #expect(first.server.fences.map(\.name) == ["New school"])
        #expect(first.server.fences.map(\.radiusM) == [500])
        await first.purser.shutdown()
        await second.purser.shutdown()
    }

    @Test("that is new in the place of another comes to other devices a minute later")
    func late() async throws {
        let (first, second) = try await Self.two()
        var around = CopiesTests.school
        around.name = "Around"
        try await first.fences.add(around)
        try await first.fences.sync()

        #expect(try await second.fences.sync().waiting == 1)
        #expect(try await second.fences.all().map(\.record.name) == ["School"])
        second.time.advance(by: .seconds(CopyPlan.holdSeconds))
        #expect(try await second.fences.sync().waiting == 1)
        second.time.advance(by: .seconds(1))
        let report = try await second.fences.sync()
        #expect(report.isComplete && report.pulled.count == 1)
        #expect(
            Set(try await second.fences.all().map(\.record.name)) == ["School", "Around"]
        )
        await first.purser.shutdown()
        await second.purser.shutdown()
    }

    @Test("that two devices keep against a deletion becomes one")
    func keptTwice() async throws {
        let (first, second) = try await Self.two()
        let third = try Device(first.server, names: "c", time: first.time)
        try await third.fences.sync()
        for (device, radius) in [(first, Int64(400)), (second, 500)] {
            let fence = try #require(try await device.fences.all().first)
            try await device.fences.edit(fence.id) { $0.radiusM = radius }
        }
        try await third.fences.delete(try #require(try await third.fences.all().first).id)
        try await third.fences.sync()

        Self.lose(.post, on: first)
        await #expect(throws: PurserError.self) { try await first.fences.sync() }
        #expect(try await first.fences.conflicts().map(\.field) == [nil])
        #expect(try await second.fences.sync().isComplete)
        #expect(first.server.fences.count == 1)

        first.link.set(nil)
        let report = try await first.fences.sync()
        #expect(report.isComplete)
        #expect(first.server.fences.count == 1)
        for device in [first, second, third] {
            try await device.fences.sync()
            #expect(try await device.fences.all().count == 1)
            await device.purser.shutdown()
        }
    }

    @Test("that is kept against a deletion is another than one of its name elsewhere")
    func sameName() async throws {
        let (first, second) = try await Self.two()
        let kept = try #require(try await first.fences.all().first)
        try await first.fences.edit(kept.id) { $0.radiusM = 400 }
        try await second.fences.delete(try #require(try await second.fences.all().first).id)
        try await second.fences.sync()
        Self.lose(.post, on: first)
        await #expect(throws: PurserError.self) { try await first.fences.sync() }
        var other = CopiesTests.school
        other.centre = .init(latitude: 50, longitude: 8)
        try await second.fences.add(other)
        try await second.fences.sync()

        first.link.set(nil)
        try await first.fences.sync()
        #expect(Set(first.server.fences.map(\.latitude)) == [40.5, 50])
        #expect(try await first.fences.find(kept.id)?.record.centre == CopiesTests.school.centre)
        await first.purser.shutdown()
        await second.purser.shutdown()
    }

    @Test("that was kept against a deletion may be edited by another device at once")
    func keptAndEdited() async throws {
        let (first, second) = try await Self.two()
        let third = try Device(first.server, names: "c", time: first.time)
        try await third.fences.sync()
        let kept = try #require(try await first.fences.all().first)
        try await first.fences.edit(kept.id) { $0.radiusM = 400 }
        try await third.fences.delete(try #require(try await third.fences.all().first).id)
        try await third.fences.sync()
        try await first.fences.sync()
        try await second.fences.sync()
        let copy = try #require(try await second.fences.all().first)
        #expect(copy.record.radiusM == 400)
        try await second.fences.edit(copy.id) { $0.radiusM = 350 }
        Self.lose(.delete, on: second)
        await #expect(throws: PurserError.self) { try await second.fences.sync() }

        try await first.fences.sync()
        second.link.set(nil)
        try await second.fences.sync()
        for device in [first, third, second] {
            try await device.fences.sync()
            #expect(try await device.fences.all().map(\.record.radiusM) == [350])
            await device.purser.shutdown()
        }
        #expect(first.server.fences.map(\.radiusM) == [350])
    }

    @Test("is edited also where the server has room for no other, and one more is refused")
    func noRoom() async throws {
        let device = try Device()
        let fence = try await Self.fill(device)
        try await device.fences.edit(fence.id) { $0.radiusM = 500 }
        let before = device.link.calls.count
        let report = try await device.fences.sync()
        #expect(report.pushed == [fence.id] && report.isComplete && report.conflicts.isEmpty)
        #expect(
            Array(device.link.calls[before...]) == [
                "GET /rules/geofence", "POST /rules/geofence",
                "DELETE /rules/geofence/\(fence.remoteID ?? "")", "POST /rules/geofence",
            ]
        )
        #expect(device.server.fences.count == Limits.fencesPerMember)
        #expect(device.server.fences.first?.radiusM == 500)
        #expect(try await device.fences.find(fence.id)?.isEdited == false)

        let added = try await device.fences.add(CopiesTests.school)
        let there = device.server.fences
        let refused = try await device.fences.sync()
        #expect(refused.refused.map(\.id) == [added.id])
        #expect(refused.refused.map(\.error.kind) == [.conflict])
        #expect(device.server.fences == there)
        await device.purser.shutdown()
    }

    @Test(
        "that had to go before its successor is made after the app was started anew",
        arguments: [false, true]
    )
    func interrupted(isDeletionAnswered: Bool) async throws {
        let directory = try TemporaryDirectory()
        defer { directory.remove() }
        let storage = Configuration.Storage.directory(directory.file("kit"))
        let server = FakeGuardian()
        var device = try Device(server, storage: storage)
        let fence = try await Self.fill(device)
        try await device.fences.edit(fence.id) { $0.radiusM = 500 }
        if isDeletionAnswered {
            let posts = Mutex(0)
            device.link.set { request, send in
                if request.method == .post {
                    let number = posts.withLock { count in
                        count += 1
                        return count
                    }
                    if number == 2 { throw NetworkFailure.connectionLost }
                }
                return try await send(request)
            }
        } else {
            device.link.loseAnswer { $0.method == .delete }
        }
        await #expect(throws: PurserError.self) { try await device.fences.sync() }
        #expect(server.fences.count == Limits.fencesPerMember - 1)
        #expect(try await device.fences.find(fence.id)?.radiusM == 500)
        await device.purser.shutdown()

        device = try Device(server, storage: storage, names: "b")
        let report = try await device.fences.sync()
        #expect(report.pushed == [fence.id] && report.isComplete && report.conflicts.isEmpty)
        #expect(server.fences.count == Limits.fencesPerMember)
        #expect(server.fences.first?.radiusM == 500)
        #expect(try await device.fences.sync().didSomething == false)
        await device.purser.shutdown()
    }

    /// Lets no request of a method through.
    private static func lose(_ method: Contract.Method, on device: Device) {
        device.link.set { request, send in
            guard request.method != method else { throw NetworkFailure.connectionLost }
            return try await send(request)
        }
    }

    /// Two devices that both have the school.
    private static func two() async throws -> (Device, Device) {
        let first = try Device()
        try await first.fences.add(CopiesTests.school)
        try await first.fences.sync()
        let second = try Device(first.server, names: "b", time: first.time)
        try await second.fences.sync()
        return (first, second)
    }

    /// Draws as many as the server allows.
    private static func fill(_ device: Device) async throws -> LocalCopy<CopiedGeofence> {
        for number in 0..<Limits.fencesPerMember {
            try await device.fences.add(
                CopiedGeofence(
                    name: "Fence \(number)",
                    centre: .init(latitude: Double(number), longitude: 10),
                    radiusM: 100
                )
            )
        }
        #expect(try await device.fences.sync().isComplete)
        return try #require(try await device.fences.all().first)
    }
}
