import Foundation
import Kernel

extension Timekeeper {
    /// The machine's own.
    static let system: Timekeeper = {
        let beginning = ContinuousClock.now
        let names = SystemIDs()
        let now: @Sendable () -> Timestamp = { Timestamp(Date()) }
        return Timekeeper(
            now: now,
            uptime: { ContinuousClock.now - beginning },
            pause: { try await Task.sleep(for: $0) },
            chance: { Double.random(in: 0..<1) },
            newName: { names.next(at: now()).text }
        )
    }()
}
