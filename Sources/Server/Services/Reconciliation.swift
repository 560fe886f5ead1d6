import Kernel
import Logging
import Operations
import ServiceLifecycle

/// Asks card processors what came of open charges, at the start and every half minute.
struct Reconciliation: Service {
    let operations: Operations
    let ids: any IDSource
    let now: @Sendable () -> Timestamp
    let logger: Logger

    func run() async throws {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                await reconcile()
                try? await Task.sleep(for: .seconds(Limits.reconcileSeconds))
            }
        }
    }

    private func reconcile() async {
        let call = Call(
            caller: .anonymous(address: "reconciliation"),
            now: now(),
            ids: ids,
            trace: "reconciliation"
        )
        do {
            let report = try await operations.reconcileCharges(call)
            if report.unheard > 0 {
                logger.warning("card processor not heard", metadata: ["of": "\(report.unheard)"])
            }
            for failure in report.failures {
                logger.error("charge stays open", metadata: ["failure": "\(failure)"])
            }
        } catch {
            logger.warning("charges stay open", metadata: ["failure": "\(error)"])
        }
    }
}
