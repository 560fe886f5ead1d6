import Contract
import Programs
import PurserKitStore
import Testbed
import Testing

@testable import PurserKit

extension FaultTests {
    @Suite("of programs that end")
    struct RestartTests {
        @Test(
            "a server that is started anew in the middle loses nothing and does nothing twice",
            arguments: Engine.all
        )
        func server(engine: Engine) async throws {
            try await Stage.with(engine) { stage in
                try await withThrowingTaskGroup(of: Void.self) { group in
                    let done = Counter()
                    let goal = 60
                    for worker in 1...6 {
                        group.addTask {
                            for number in 1...(goal / 6) {
                                try await Self.insist(stage, "key-\(worker)-\(number)")
                                done.up()
                            }
                        }
                    }
                    for started in [10, 20, 30] {
                        try await until("\(started) are done") { done.value >= started }
                        // For a while none is there.
                        stage.proxy.moves(to: 1)
                        let lost = stage.proxy.failures
                        try await until("calls fail") { stage.proxy.failures > lost + 3 }
                        try await stage.server.another().listening { port in
                            stage.proxy.moves(to: port)
                            let goal = min(started + 15, goal)
                            try await until("it answers") { done.value >= goal }
                            // What it does last is done, and nobody hears of it.
                            stage.proxy.plan(.losesAnswer, times: 6)
                        }
                    }
                    try await stage.server.another().listening { port in
                        stage.proxy.moves(to: port)
                        try await group.waitForAll()
                    }
                }
                #expect(try await stage.rows("decisions") == 60)
            }
        }

        /// Repeats one intent until it is done, as somebody does who wants it.
        private static func insist(_ stage: Stage, _ key: String) async throws {
            while true {
                do {
                    try await stage.purchase(key)
                    return
                } catch let error as PurserError where error.isTemporary {
                    // The circuit opens by the time of the test, which nobody else moves.
                    stage.time.advance(by: .seconds(1))
                    try await Task.sleep(for: .milliseconds(1))
                }
            }
        }

        @Test(
            "an app that is killed with a full queue finishes it when it is started anew",
            arguments: Engine.all
        )
        func app(engine: Engine) async throws {
            let directory = try TemporaryDirectory()
            defer { directory.remove() }
            let folder = directory.file("device")
            try await Stage.with(engine, configure: { $0.storage = .directory(folder) }) { stage in
                stage.proxy.plan(.resets) { $0.isFence }
                for number in 1...30 {
                    try await stage.purser.offline.add(API.Guardian.createGeofence, .fence(number))
                }
                _ = try? await stage.purser.offline.drain()
                #expect(try await stage.rows("geofences") == 0)

                // Some get through, one is done whose answer nobody hears, and the app is gone.
                stage.proxy.forgetPlan()
                let served = Counter()
                stage.proxy.plan(.losesAnswer) { $0.isFence && served.up() > 15 }
                _ = try? await stage.purser.offline.drain()
                let before = try await stage.rows("geofences")
                #expect(before >= 15)
                #expect(before < 30)

                stage.proxy.forgetPlan()
                let again = try stage.another { $0.storage = .directory(folder) }
                _ = try await again.offline.drain()
                #expect(try await again.offline.count == .init(waiting: 0, dead: 0))
                #expect(try await stage.rows("geofences") == 30)
                let fences = try await again.call(API.Guardian.listGeofences, .init())
                #expect(Set(fences.map(\.name)) == Set((1...30).map { "Fence \($0)" }))
                await again.shutdown()
            }
        }
    }
}

extension LoopbackMessage {
    fileprivate var isFence: Bool {
        method == "POST" && path == API.Guardian.createGeofence.path.text
    }
}

extension API.Guardian.GeofenceRequest {
    fileprivate static func fence(_ number: Int) -> Self {
        Self(name: "Fence \(number)", latitude: 40, longitude: -74, radiusM: 150)
    }
}
