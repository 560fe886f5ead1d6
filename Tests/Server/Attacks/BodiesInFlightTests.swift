import Contract
import Kernel
import NIOCore
import Testbed
import Testing

@testable import Server
@testable import ServerTestbed

@Suite("Bodies that do not end")
struct BodiesInFlightTests {
    private static func head(_ length: Int) -> String {
        """
        POST /location-check HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\
        Content-Length: \(length)\r\n\r\n
        """
    }

    private var settings: ServerSettings {
        var settings = ServerSettings.unlimited
        settings.ports = [0]
        return settings
    }

    @Test(
        "of one network address take a quarter of the budget at most; others are refused, for now"
    )
    func http1() async throws {
        try await withServer(.sqlite, settings: settings) { server in
            try await server.running { port in
                let piece = Array(repeating: UInt8(ascii: " "), count: Limits.bodyBytes - 1)
                let wires = try await withThrowingTaskGroup(of: AttackWire.self) { group in
                    for _ in 0..<60 {
                        group.addTask {
                            let wire = try await AttackWire.open(port)
                            try await wire.send(Self.head(Limits.bodyBytes))
                            try await wire.send(piece)
                            return wire
                        }
                    }
                    return try await group.reduce(into: []) { $0.append($1) }
                }
                // 12 bodies without their last byte fit in three quarters of a quarter of 64 MiB.
                await eventually("those that are too many are told so") {
                    wires.count { $0.status == 503 } >= 60 - 12
                }
                let refused = wires.filter { $0.status == 503 }
                #expect(refused.allSatisfy { $0.text.lowercased().contains("retry-after: 1\r\n") })
                #expect(server.server.bodies.taken <= Limits.bodiesBytes / 4)
                #expect((1...12).contains(wires.count { $0.status == nil }))

                // Another address sends what is as large, and is answered.
                let other = try await AttackWire.open(port, from: "127.0.0.2")
                try await other.send(Self.head(1_000_000))
                try await other.send("{" + String(repeating: " ", count: 999_998) + "}")
                await eventually("another is answered") { other.status != nil }
                #expect(other.status == 400)

                // Whoever was refused may go on over the same connection.
                let again = try #require(refused.first)
                try await again.send(" GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n")
                await eventually("it is served again") { again.text.contains("200 OK") }

                for wire in wires + [other] { await wire.close() }
                await eventually("all room is free again") { server.server.bodies.taken == 0 }
            }
        }
    }

    @Test("over the streams of one connection are bounded likewise, and the connection goes on")
    func http2() async throws {
        try await ServerSettings.withTLS { settings in
            try await withServer(.sqlite, settings: settings) { server in
                try await server.running { port in
                    let wire = try await HTTP2Wire.open(port)
                    let streams = try await wire.openStreams(100)
                    for stream in streams {
                        stream.sendHead(length: Limits.bodyBytes)
                        stream.sendPiece(Array(repeating: UInt8(ascii: " "), count: 500_000))
                    }
                    // 25 bodies of 500,000 bytes fit in three quarters of a quarter of 64 MiB.
                    await eventually("those that are too many are told so") {
                        streams.count { $0.status == "503" } >= 100 - 25
                    }
                    let refused = streams.filter { $0.status == "503" }
                    #expect(refused.allSatisfy { $0.retryAfter == "1" })
                    #expect(server.server.bodies.taken <= Limits.bodiesBytes / 4)
                    // A refused stream holds nothing any more: it is reset without an error.
                    await eventually("refused streams end") { refused.allSatisfy(\.hasEnded) }
                    #expect(refused.allSatisfy { $0.resetCode == 0 })

                    let stream = try #require(try await wire.openStreams(1).first)
                    stream.askHealth()
                    await eventually("the connection goes on") { stream.status == "200" }
                    await wire.close()
                    await eventually("all room is free again") { server.server.bodies.taken == 0 }
                }
            }
        }
    }

    @Test("count as 16 KiB where they are small, or never begin, and nobody's else")
    func small() async throws {
        let budget = BodyBudget(4 * 10 * Limits.bodyRoomBytes)
        let network = NetworkAddress(IPAddress("192.0.2.1"))
        let other = NetworkAddress(IPAddress("192.0.2.2"))
        let read = { (bytes: Int, network: NetworkAddress) in
            try await budget.wholeBody(of: .containing(bytes), from: network)
        }
        var bodies: [BodyBudget.Body] = []
        for bytes in [0, 1, Limits.bodyRoomBytes] { bodies.append(try await read(bytes, network)) }
        #expect(budget.taken == 3 * Limits.bodyRoomBytes)
        bodies.append(try await read(Limits.bodyRoomBytes + 5, network))
        #expect(budget.taken == 4 * Limits.bodyRoomBytes + 5)
        #expect(bodies[3].bytes.readableBytes == Limits.bodyRoomBytes + 5)
        await #expect(throws: Problem(.unavailable, Self.sentence, retryAfterSeconds: 1)) {
            _ = try await read(6 * Limits.bodyRoomBytes, network)
        }
        #expect(budget.taken == 4 * Limits.bodyRoomBytes + 5)
        bodies.append(try await read(7 * Limits.bodyRoomBytes, other))
        for body in bodies { budget.end(body) }
        #expect(budget.taken == 0)
        bodies = [try await read(7 * Limits.bodyRoomBytes, network)]
        #expect(budget.taken == 7 * Limits.bodyRoomBytes)
    }

    @Test("leave a quarter to small requests, of an address's share and of all")
    func large() async throws {
        let room = Limits.bodyRoomBytes
        let budget = BodyBudget(4 * 8 * room)
        let addresses = (1...5).map { NetworkAddress(IPAddress("192.0.2.\($0)")) }
        let hasRoom = { (bytes: Int, address: NetworkAddress) in
            (try? await budget.wholeBody(of: .containing(bytes), from: address)) != nil
        }
        for address in addresses.prefix(4) {
            #expect(await hasRoom(6 * room, address))
            #expect(await !hasRoom(room + 1, address))
        }
        #expect(await !hasRoom(room + 1, addresses[4]))
        #expect(await hasRoom(room, addresses[4]))
        for isAdmitted in [true, true, false] {
            #expect(await hasRoom(room, addresses[0]) == isAdmitted)
        }
    }

    @Test("are counted until they are answered, wherever they go")
    func everywhere() async throws {
        try await withServer(.sqlite) { server in
            let parent = try await server.registerParent()
            for path in [
                "/rules", "/guardian/authorize", "/oauth2/token", "/oauth2/authorize",
                "/webhooks/stripe", "/api/auth/login", "/nowhere",
            ] {
                for body in ["{}", nil, String(repeating: "x", count: 100_000)] {
                    _ = try await server.post(path, body, token: parent.token)
                    #expect(server.server.bodies.taken == 0, "\(path)")
                }
            }
            try await server.following(parent) { _ in
                #expect(server.server.bodies.taken == 0)
            }
        }
    }

    private static let sentence = "Too much is being received at once; try again later"

    @Test("of many addresses take the whole budget and no more")
    func together() async throws {
        let budget = BodyBudget(4 * Limits.bodyRoomBytes)
        var addresses = (1...5).map { NetworkAddress(IPAddress("192.0.2.\($0)")) }
        let last = addresses.removeLast()
        for address in addresses {
            _ = try await budget.wholeBody(of: .containing(3), from: address)
        }
        await #expect(throws: Problem.self) {
            _ = try await budget.wholeBody(of: .containing(3), from: last)
        }
    }

    @Test("are not counted in a server without a budget, and are in one unless it is set")
    func standard() async throws {
        #expect(ServerSettings().bodiesBytes == 64 * 1_048_576)
        let budget = BodyBudget(0)
        let network = NetworkAddress(nil)
        for _ in 0..<100 { _ = try await budget.wholeBody(of: .containing(9), from: network) }
        #expect(budget.taken == 0)
    }
}
