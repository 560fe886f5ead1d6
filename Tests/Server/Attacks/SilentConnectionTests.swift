import Kernel
import Server
import Testbed
import Testing

@testable import ServerTestbed

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

        func isTried(overTLS isTLS: Bool) -> Bool {
            switch self {
            case .nothing: true
            case .halfAHead, .aHeadByteByByte: !isTLS
            case .handshake, .handshakeForHTTP2, .settingsOfHTTP2, .halfAHandshake: isTLS
            }
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

    /// Runs `work` with a server that gives a first request so long, and excepts nobody.
    private func with(
        isTLS: Bool,
        _ firstRequest: Duration,
        _ work: @escaping (_ port: Int) async throws -> Void
    ) async throws {
        let run = { (settings: ServerSettings) in
            var settings = settings
            settings.ports = [0]
            settings.connections.firstRequest = firstRequest
            settings.connections.exceptsThisMachine = false
            try await withServer(.sqlite, settings: settings) { server in
                try await server.running(work)
            }
        }
        if isTLS { try await ServerSettings.withTLS(run) } else { try await run(.unlimited) }
    }

    @Test("are closed soon, and those that asked something stay", arguments: [true, false])
    func closed(isTLS: Bool) async throws {
        try await with(isTLS: isTLS, .seconds(2)) { port in
            let used = try await Self.used(port, isTLS: isTLS)
            let streams = isTLS ? try await Self.usedForStreams(port) : nil
            let began = ContinuousClock.now
            try await withThrowingDiscardingTaskGroup { group in
                for beginning in Beginning.allCases where beginning.isTried(overTLS: isTLS) {
                    for _ in 0..<5 { group.addTask { try await Self.end(of: beginning, port) } }
                }
            }
            // The usual limits would let them stay for 30 seconds, or for ever.
            let took = ContinuousClock.now - began
            #expect(took < .seconds(20), "\(took)")
            #expect(used.isOpen)
            #expect(streams?.isOpen != false)
            await used.close()
            await streams?.close()
        }
    }

    /// A connection that has been answered; another takes its place where that took too long.
    private static func used(_ port: Int, isTLS: Bool) async throws -> AttackWire {
        while true {
            let wire = try await AttackWire.open(port, tls: isTLS ? ["http/1.1"] : nil)
            try? await wire.send("GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n")
            await eventually("it is answered or closed") { wire.status != nil || !wire.isOpen }
            if wire.status == 200 { return wire }
        }
    }

    /// The same, by HTTP/2.
    private static func usedForStreams(_ port: Int) async throws -> HTTP2Wire {
        while true {
            let wire = try await HTTP2Wire.open(port)
            guard let stream = try? await wire.openStreams(1).first else { continue }
            stream.askHealth()
            await eventually("it is answered or closed") { stream.status != nil || !wire.isOpen }
            if stream.status == "200" { return wire }
        }
    }

    /// Returns when the server has closed a connection that begins like this.
    private static func end(of beginning: Beginning, _ port: Int) async throws {
        let wire = try await AttackWire.open(port, tls: beginning.protocols)
        let (bytes, isDripped) = beginning.bytes
        if isDripped {
            var rest = bytes[...]
            while wire.isOpen, let byte = rest.popFirst() {
                try? await wire.send([byte])
                try await Task.sleep(for: .milliseconds(10))
            }
        } else {
            try? await wire.send(bytes)
        }
        await eventually("\(beginning.rawValue): it is closed") { !wire.isOpen }
    }

    @Test(
        "are 64 of one network address at most, and another's is served",
        arguments: [true, false]
    )
    func perAddress(isTLS: Bool) async throws {
        try await with(isTLS: isTLS, .seconds(120)) { port in
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
            try await Self.used(port, isTLS: isTLS).close()
            await other.close()
        }
    }

    @Test("any more, after a request of HTTP/2, are closed though they answer no PING")
    func silentAgain() async throws {
        try await ServerSettings.withTLS { settings in
            var settings = settings
            settings.connections.firstRequest = .seconds(2)
            settings.connections.idle = .milliseconds(200)
            try await withServer(.sqlite, settings: settings) { server in
                try await server.running { port in
                    let wire = try await AttackWire.open(port, tls: ["h2"])
                    let began = ContinuousClock.now
                    try? await wire.send(Beginning.settingsOfHTTP2.bytes.bytes + Self.healthOfHTTP2)
                    await eventually("it is closed") { !wire.isOpen }
                    let took = ContinuousClock.now - began
                    #expect(took < .seconds(20), "\(took)")
                    #expect(wire.text.contains(#""status""#))
                }
            }
        }
    }

    /// HEADERS that are a whole request on stream 1 (RFC 9113, section 6.2; RFC 7541, appendix A):
    /// GET, https, a path and an authority as they are.
    private static var healthOfHTTP2: [UInt8] {
        let fields: [UInt8] =
            [0x82, 0x87, 0x04, 7] + Array("/health".utf8) + [0x01, 9] + Array("localhost".utf8)
        return [0, 0, UInt8(fields.count), 1, 0x05, 0, 0, 0, 1] + fields
    }

    @Test("have ten seconds, 64 an address and no limit from this machine, unless it is set")
    func standard() async throws {
        let settings = ServerSettings().connections
        #expect(settings.firstRequest == .seconds(10))
        #expect(settings.perAddress == 64)
        #expect(settings.idle == .seconds(30))
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
