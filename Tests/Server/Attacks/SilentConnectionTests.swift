import Kernel
import Server
import Testbed
import Testing

@Suite("Connections that say nothing")
struct SilentConnectionTests {
    /// How a connection begins that never comes to a request.
    enum Beginning: String, CaseIterable {
        case nothing
        case halfAHead = "half a head"
        case aHeadByteByByte = "a head, byte by byte"
        case handshake = "TLS, and nothing more"
        case handshakeForHTTP2 = "TLS for HTTP/2, and nothing more"
        case settingsOfHTTP2 = "HTTP/2 without a stream"
        case halfAHandshake = "half a handshake, byte by byte"

        var isTLS: Bool {
            [.handshake, .handshakeForHTTP2, .settingsOfHTTP2, .halfAHandshake].contains(self)
        }

        /// What is offered over TLS; `nil` where its handshake is not done.
        var protocols: [String]? {
            switch self {
            case .nothing, .halfAHead, .aHeadByteByByte, .halfAHandshake: nil
            case .handshake: ["http/1.1"]
            case .handshakeForHTTP2, .settingsOfHTTP2: ["h2"]
            }
        }

        /// What is sent, and whether byte by byte for as long as the connection is open.
        var bytes: (bytes: [UInt8], isDripped: Bool) {
            switch self {
            case .nothing, .handshake, .handshakeForHTTP2: ([], false)
            case .halfAHead: (Array("GET /health HTTP/1.1\r\nHost: loc".utf8), false)
            case .aHeadByteByByte:
                (Array("GET /\(String(repeating: "x", count: 10_000))".utf8), true)
            case .settingsOfHTTP2:
                // The preface, and SETTINGS without a setting (RFC 9113, section 3.4).
                (
                    Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8) + [0, 0, 0, 4, 0, 0, 0, 0, 0],
                    false
                )
            case .halfAHandshake:
                // A record of 8,192 bytes that begins a ClientHello (RFC 8446, section 5.1).
                ([0x16, 3, 1, 0x20, 0, 1, 0, 0x1F, 0xFC] + Array(repeating: 3, count: 8_000), true)
            }
        }
    }

    /// Settings that give a first request so long.
    private func with(
        _ beginning: Beginning,
        _ firstRequest: Duration,
        _ work: (InProcessServer, Int) async throws -> Void
    ) async throws {
        let run = { (settings: ServerSettings) in
            var settings = settings
            settings.ports = [0]
            settings.connections.firstRequest = firstRequest
            settings.connections.exceptsThisMachine = false
            try await withServer(.sqlite, settings: settings) { server in
                try await server.running { port in try await work(server, port) }
            }
        }
        if beginning.isTLS {
            try await ServerSettings.withTLS(run)
        } else {
            try await run(.unlimited)
        }
    }

    @Test("are closed soon, and those that asked something stay", arguments: Beginning.allCases)
    func closed(beginning: Beginning) async throws {
        try await with(beginning, .milliseconds(700)) { _, port in
            let used = try await AttackWire.open(port, tls: beginning.isTLS ? ["http/1.1"] : nil)
            try await used.askHealth()
            let began = ContinuousClock.now
            try await withThrowingDiscardingTaskGroup { group in
                for _ in 0..<20 {
                    group.addTask {
                        let wire = try await AttackWire.open(port, tls: beginning.protocols)
                        let (bytes, isDripped) = beginning.bytes
                        if isDripped {
                            var rest = bytes[...]
                            while wire.isOpen, let byte = rest.popFirst() {
                                try? await wire.send([byte])
                                try await Task.sleep(for: .milliseconds(5))
                            }
                        } else {
                            try await wire.send(bytes)
                        }
                        await eventually("a connection is closed") { !wire.isOpen }
                    }
                }
            }
            // The usual limits would let them stay for 30 seconds, or for ever.
            let took = ContinuousClock.now - began
            #expect(took < .seconds(15), "\(took)")
            #expect(used.isOpen)
            await used.close()
        }
    }

    @Test(
        "are 64 of one network address at most, and another's is served",
        arguments: [true, false]
    )
    func perAddress(isTLS: Bool) async throws {
        try await with(isTLS ? .handshake : .nothing, .seconds(120)) { _, port in
            var wires: [AttackWire] = []
            for _ in 0..<200 { wires.append(try await AttackWire.open(port)) }
            let open = { wires.filter(\.isOpen).count }
            await eventually("all but 64 are closed") { open() <= 64 }
            #expect(open() == 64)

            let began = ContinuousClock.now
            let other = try await AttackWire.open(
                port,
                from: "127.0.0.2",
                tls: isTLS ? ["http/1.1"] : nil
            )
            try await other.askHealth()
            let took = ContinuousClock.now - began
            #expect(other.status == 200)
            #expect(took < .seconds(10), "\(took)")
            #expect(open() == 64)

            // A place that is free again is another's.
            for wire in wires { await wire.close() }
            await eventually("there is room again") {
                let wire = try await AttackWire.open(port, tls: isTLS ? ["http/1.1"] : nil)
                try? await wire.send("GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n")
                await eventually("it is answered or closed") { wire.status != nil || !wire.isOpen }
                await wire.close()
                return wire.status == 200
            }
            await other.close()
        }
    }

    @Test("have ten seconds, 64 an address and no limit from this machine, unless it is set")
    func standard() async throws {
        let settings = ServerSettings().connections
        #expect(settings.firstRequest == .seconds(10))
        #expect(settings.perAddress == 64)
        #expect(settings.exceptsThisMachine)
        var usual = ServerSettings.unlimited
        usual.ports = [0]
        try await withServer(.sqlite, settings: usual) { server in
            try await server.running { port in
                var wires: [AttackWire] = []
                for _ in 0..<100 { wires.append(try await AttackWire.open(port)) }
                for wire in wires { try await wire.askHealth() }
                #expect(wires.allSatisfy { $0.status == 200 && $0.isOpen })
                for wire in wires { await wire.close() }
            }
        }
    }
}
