import Contract
import Testbed
import Testing

@testable import PurserKit

@Suite("A sync of all copies")
struct LocalCopiesTests {
    typealias Device = CopiesTests.Device

    @Test("removes those of a child who left, tells what was changed of them, and goes on")
    func childLeft() async throws {
        let device = try Device()
        let fences = device.purser.copies.geofences(of: MemberReference("gone"))
        let fence = try await fences.add(CopiesTests.school)
        let rule = try await device.rules.add(.init(category: "fun", monthlyLimitCents: 100))
        device.link.set { request, send in
            guard request.target.contains("gone") else { return try await send(request) }
            return .json(404, #"{"error":"not_found"}"#)
        }
        let report = try await device.purser.copies.sync()
        #expect(report.pushed == [rule.id] && report.deleted == [fence.id])
        #expect(report.refused.map(\.id) == [fence.id] && report.waiting == 0)
        #expect(report.refused.map(\.error.kind) == [.notFound])
        #expect(report.conflicts.map(\.copyID) == [fence.id])
        #expect(try await fences.all().isEmpty)
        #expect(try await fences.conflicts() == report.conflicts)
        #expect(device.server.fences.isEmpty)
        let again = try await device.purser.copies.sync()
        #expect(again.isComplete && !again.didSomething)
        await device.purser.shutdown()
    }

    @Test("leaves the member's own where the server does not know them")
    func ownKind() async throws {
        let device = try Device()
        let fence = try await device.fences.add(CopiesTests.school)
        let rule = try await device.rules.add(.init(category: "fun", monthlyLimitCents: 100))
        device.link.set { request, send in
            guard request.target.contains("geofence") else { return try await send(request) }
            return .json(404, #"{"error":"not_found"}"#)
        }
        await CopiesTests.expect(.notFound) { _ = try await device.purser.copies.sync() }
        #expect(try await device.fences.all() == [fence])
        #expect(try await device.rules.find(rule.id)?.isEdited == false)
        await device.purser.shutdown()
    }

    @Test(
        "goes on after a failure of one kind and tells it at the end, and stops without a network",
        arguments: [false, true]
    )
    func failure(isOffline: Bool) async throws {
        let device = try Device()
        try await device.fences.add(CopiesTests.school)
        try await device.rules.add(.init(category: "fun", monthlyLimitCents: 100))
        device.link.set { request, send in
            if isOffline { throw NetworkFailure.offline }
            guard request.target.contains("geofence") else { return try await send(request) }
            return .json(500, #"{"error":"internal_error"}"#)
        }
        await CopiesTests.expect(isOffline ? .network(.offline) : .server) {
            _ = try await device.purser.copies.sync()
        }
        #expect(device.server.rules.count == (isOffline ? 0 : 1))
        #expect(device.link.calls.filter { $0 == "GET /rules" }.isEmpty == isOffline)
        await device.purser.shutdown()
    }
}
