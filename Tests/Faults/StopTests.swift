import Foundation
import Programs
import Testbed
import Testing

extension Faults {
    @Suite("SIGTERM")
    struct StopTests {
        @Test("closes the port, answers what was accepted, and ends with 0", arguments: Engine.all)
        func accepted(engine: Engine) async throws {
            try await House.with(engine) { house in
                let told = Told()
                try await house.serving { server in
                    let token = try await server.signIn()
                    let calls = try await Self.calls(8, to: server, told)
                    try await house.storage.holdingHouseholds {
                        for (wire, key) in calls {
                            try await wire.send(Request.purchase(token: token, key: key).text)
                        }
                        try await until("the server has read them") {
                            try SocketQueues.unread(by: server.port) == 0
                        }
                        server.child.signal(SIGTERM)
                        try await until("the port is closed") { await server.isPortClosed() }
                        #expect(server.child.isRunning)
                    }
                    for (wire, key) in calls {
                        let answer = try await wire.answer()
                        #expect(answer.status == 200, "\(answer)")
                        told.note(answer, for: key)
                        #expect(try await wire.isClosed())
                    }
                    #expect(try await server.child.end() == .exit(0), "\(server.child.errors)")
                }
                try await told.expectTrue(of: house.storage)
                try await house.expectBooksFit()
            }
        }

        /// Connections over which something was answered already, each with a key to use.
        private static func calls(
            _ count: Int,
            to server: Server,
            _ told: Told
        ) async throws -> [(wire: Wire, key: String)] {
            var calls: [(Wire, String)] = []
            for _ in 0..<count {
                let wire = try await Wire.open(server.port)
                let health = try await wire.ask(Request("GET", "/health"))
                #expect(health.status == 200)
                calls.append((wire, told.newKey()))
            }
            return calls
        }

        @Test("under load ends with 0, and every answer holds", arguments: Engine.all)
        func underLoad(engine: Engine) async throws {
            try await House.with(engine) { house in
                let told = Told()
                var token = ""
                for cycle in 0..<3 {
                    try await house.serving { server in
                        if cycle == 0 { token = try await server.signIn() }
                        let goal = told.decided + 50 + cycle * 37
                        try await Load(token: token, told: told).run(on: server) {
                            try await until("\(goal) answers") { told.decided >= goal }
                            try await server.stop()
                        }
                    }
                    try await told.expectTrue(of: house.storage)
                }
                try await house.serving { server in
                    try await told.repeatAll(token: token, on: server)
                }
                try await told.expectTrue(of: house.storage)
                try await house.expectBooksFit()
            }
        }

        @Test("does not wait for connections that ask nothing", arguments: [SIGTERM, SIGINT])
        func idle(signal: Int32) async throws {
            try await House.with(.sqlite) { house in
                try await house.serving { server in
                    let calls = try await Self.calls(5, to: server, Told())
                    let silent = try await Wire.open(server.port)
                    server.child.signal(signal)
                    #expect(try await server.child.end() == .exit(0), "\(server.child.errors)")
                    for (wire, _) in calls { #expect(try await wire.isClosed()) }
                    #expect(try await silent.isClosed())
                }
            }
        }
    }
}
