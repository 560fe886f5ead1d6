import Foundation
import Programs
import Testbed
import Testing

extension Faults {
    @Suite("kill -9")
    struct KillTests {
        /// How often the server is killed; the full count is 50.
        static let cycles =
            ProcessInfo.processInfo.environment["PURSER_KILL_CYCLES"].flatMap { Int($0) } ?? 5

        @Test(
            "under load loses nothing that was answered and does nothing twice",
            arguments: Engine.all
        )
        func underLoad(engine: Engine) async throws {
            try await House.with(engine) { house in
                let told = Told()
                var token = ""
                var repeated = 0
                for cycle in 0..<Self.cycles {
                    try await house.serving { server in
                        if cycle == 0 { token = try await server.signIn() }
                        try await told.repeatAll(after: repeated, token: token, on: server)
                        repeated = told.fates.count
                        // Some after the first answers, some in the middle of a busy time.
                        let goal = told.decided + 1 + cycle * 67 % 311
                        try await Load(token: token, told: told).run(on: server) {
                            try await until("\(goal) answers") { told.decided >= goal }
                            try await server.kill()
                        }
                    }
                    try await house.expectBooksFit()
                    try await told.expectTrue(of: house.storage)
                }
                try await house.serving { server in
                    try await told.repeatAll(token: token, on: server)
                    try await server.stop()
                }
                try await house.expectBooksFit()
                try await told.expectTrue(of: house.storage)
                #expect(told.fates.values.allSatisfy { $0 != .unknown && $0 != .refused })
            }
        }

        @Test("right after an answer, the answer still holds", arguments: Engine.all)
        func rightAfter(engine: Engine) async throws {
            try await House.with(engine) { house in
                let told = Told()
                var token = ""
                for cycle in 0..<3 {
                    try await house.serving { server in
                        if cycle == 0 { token = try await server.signIn() }
                        let key = told.newKey()
                        let answer = try await server.ask(.purchase(token: token, key: key))
                        try await server.kill()
                        told.note(answer, for: key)
                    }
                }
                try await told.expectTrue(of: house.storage)
                #expect(told.decided == 3)
            }
        }
    }
}
