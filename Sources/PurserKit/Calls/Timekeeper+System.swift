import Foundation
import Kernel

extension Timekeeper {
    /// The machine's own.
    static let system: Timekeeper = {
        let beginning = ContinuousClock.now
        return Timekeeper(
            now: {
                let seconds = Date().timeIntervalSince1970
                return Timestamp(milliseconds: Int64((seconds * 1_000).rounded(.down)))
            },
            uptime: { ContinuousClock.now - beginning },
            pause: { try await Task.sleep(for: $0) },
            chance: { Double.random(in: 0..<1) },
            newName: { UUID().uuidString.lowercased() }
        )
    }()
}
