import Foundation
import Programs
import Testbed
import Testing

extension Faults {
    @Suite("Those who follow live events")
    struct FollowTests {
        private static func open(_ server: Server, _ token: String) async throws -> Wire {
            let wire = try await Wire.open(server.port)
            let answer = try await wire.ask(Request("GET", "/guardian/events", token: token))
            #expect(answer.status == 200, "\(answer)")
            #expect(answer.headers["content-type"] == "text/event-stream")
            return wire
        }

        @Test("hold up no stop: their streams end whole", arguments: Engine.all)
        func stop(engine: Engine) async throws {
            try await House.with(engine) { house in
                try await house.serving { server in
                    let token = try await server.signIn()
                    var wires: [Wire] = []
                    for _ in 0..<5 { wires.append(try await Self.open(server, token)) }
                    #expect(try await server.ask(.purchase(token: token)).status == 200)
                    try await server.stop()
                    for wire in wires { #expect(try await wire.isClosed()) }
                }
            }
        }

        @Test("leave their places to others as soon as they are gone")
        func gone() async throws {
            try await House.with(.sqlite) { house in
                try await house.serving { server in
                    let token = try await server.signIn()
                    var wires: [Wire] = []
                    for _ in 0..<8 { wires.append(try await Self.open(server, token)) }
                    let follow = Request("GET", "/guardian/events", token: token)
                    #expect(try await server.ask(follow).status == 429)
                    for wire in wires { await wire.close() }
                    try await until("the places are free") {
                        try await server.ask(follow).status == 200
                    }
                    try await server.stop()
                }
            }
        }
    }
}
