import Kernel
import Logging
import Operations
import ServiceLifecycle

/// Pays the allowances that are due, at the start and every quarter of an hour.
struct Payouts: Service {
    let operations: Operations
    let ids: any IDSource
    let now: @Sendable () -> Timestamp
    let logger: Logger

    func run() async throws {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                await pay()
                try? await Task.sleep(for: .seconds(Limits.payoutSeconds))
            }
        }
    }

    private func pay() async {
        let call = Call(
            caller: .anonymous(address: "payouts"),
            now: now(),
            ids: ids,
            trace: "payouts"
        )
        do {
            let report = try await operations.payAllowances(call)
            if report.paid > 0 {
                logger.info("allowances paid", metadata: ["count": "\(report.paid)"])
            }
            for failure in report.failures {
                logger.error("an allowance stays unpaid", metadata: ["failure": "\(failure)"])
            }
            if report.failed > report.failures.count {
                let more = report.failed - report.failures.count
                logger.error("more allowances stay unpaid", metadata: ["count": "\(more)"])
            }
        } catch is CancellationError {
            logger.info("the run is completed by the next one")
        } catch {
            logger.warning("allowances stay unpaid", metadata: ["failure": "\(error)"])
        }
    }
}
