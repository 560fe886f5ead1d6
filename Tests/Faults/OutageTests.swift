import Foundation
import Programs
import Testing

extension Faults {
    @Suite("A PostgreSQL that goes away")
    struct OutageTests {
        @Test("means 503 until it is back; nothing that was answered is lost, nothing done twice")
        func comesAndGoes() async throws {
            try await Cluster.with { cluster in
                try await House.with(cluster) { house in
                    let told = Told()
                    try await house.serving { server in
                        let token = try await server.signIn()
                        try await Load(token: token, told: told).run(on: server) {
                            for _ in 1...3 {
                                try await Self.grows("purchases are decided") { told.decided }
                                try await cluster.crash()
                                try await Self.grows("callers are refused") { told.refused }
                                try await Self.expectStandstill(token, on: server)
                                try await cluster.start()
                            }
                            try await Self.grows("purchases are decided") { told.decided }
                        }
                        try await told.expectTrue(of: house.storage)
                        try await told.repeatAll(token: token, on: server)
                        try await server.stop()
                    }
                    try await house.expectBooksFit()
                    try await told.expectTrue(of: house.storage)
                    #expect(told.fates.values.allSatisfy { $0 != .unknown && $0 != .refused })
                }
            }
        }

        private static func grows(_ what: String, _ count: () -> Int) async throws {
            let goal = count() + 50
            try await until(what) { count() >= goal }
        }

        /// Everything that needs the database is refused; what does not need it is answered.
        private static func expectStandstill(_ token: String, on server: Server) async throws {
            let rules = try await server.ask(Request("GET", "/rules", token: token))
            #expect(rules.status == 503, "\(rules)")
            let health = try await server.ask(Request("GET", "/health"))
            #expect(health.status == 503, "\(health)")
            let document = try await server.ask(Request("GET", "/openapi.yaml"))
            #expect(document.status == 200)
        }
    }
}
