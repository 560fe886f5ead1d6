import Kernel
import Logging
import Operations
import ServiceLifecycle

/// Forgets old records and counts decisions, at the start and every hour.
struct Housekeeping: Service {
    let operations: Operations
    let now: @Sendable () -> Timestamp
    let logger: Logger

    func run() async throws {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                do {
                    try await operations.forgetOldRecords(now: now())
                } catch {
                    logger.warning("old records stay", metadata: ["failure": "\(error)"])
                }
                do {
                    try await operations.tallyDecisions()
                } catch {
                    logger.warning("decisions stay uncounted", metadata: ["failure": "\(error)"])
                }
                try? await Task.sleep(for: .seconds(3_600))
            }
        }
    }
}
