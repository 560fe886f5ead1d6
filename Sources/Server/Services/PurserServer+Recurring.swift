import Kernel
import Logging
import Operations
import Providers
import Synchronization

/// What a server does by itself.
extension PurserServer.Dependencies {
    /// Forgets old records and counts decisions.
    func housekeeping(every interval: Duration) -> Recurring {
        Recurring(pause: interval) {
            do {
                try await operations.forgetOldRecords(now: now())
            } catch {
                logger.warning("old records stay", metadata: ["failure": "\(error)"])
            }
            do {
                try await operations.allowance.linkOldRecords(call("old records"))
                try await operations.ledger.linkOldEdits(call("old records"))
            } catch {
                logger.warning("old records have no links", metadata: ["failure": "\(error)"])
            }
            do {
                try await operations.insights.tallyDecisions()
            } catch {
                logger.warning("decisions stay uncounted", metadata: ["failure": "\(error)"])
            }
        }
    }

    /// Takes new signing keys from the key file.
    ///
    /// A file that cannot be read takes no key away.
    func keyWatch(every interval: Duration) -> Recurring {
        Recurring(pause: interval) {
            guard let keyFile else { return }
            do {
                let keys = try keyFile()
                guard try operations.identity.tokens.take(keys) else { return }
                logger.notice("signing key changed", metadata: ["key": "\(keys.signing[0].id)"])
            } catch {
                logger.warning("signing keys stay", metadata: ["failure": "\(error)"])
            }
        }
    }

    /// Asks card processors what came of open charges.
    func reconciliation(every interval: Duration) -> Recurring {
        Recurring(pause: interval) {
            do {
                let report = try await operations.guardian.reconcileCharges(call("reconciliation"))
                if report.unheard > 0 {
                    logger.warning(
                        "card processor not heard",
                        metadata: ["of": "\(report.unheard)"]
                    )
                }
                for failure in report.failures {
                    logger.error("charge stays open", metadata: ["failure": "\(failure)"])
                }
            } catch {
                logger.warning("charges stay open", metadata: ["failure": "\(error)"])
            }
        }
    }

    /// Reads accounts at banks that are due.
    func bankSyncs(every interval: Duration) -> Recurring {
        Recurring(pause: interval) {
            do {
                let report = try await operations.banking.syncDueItems(call("bank syncs"))
                if report.failed > 0 {
                    logger.warning("banks not read", metadata: ["of": "\(report.failed)"])
                }
                for failure in report.failures {
                    logger.error("a bank stays unread", metadata: ["failure": "\(failure)"])
                }
            } catch {
                logger.warning("banks stay unread", metadata: ["failure": "\(error)"])
            }
        }
    }

    /// Pays the allowances that are due.
    func payouts(every interval: Duration) -> Recurring {
        Recurring(pause: interval) {
            do {
                tell(try await operations.allowance.payAllowances(call("payouts")))
            } catch is CancellationError {
                logger.info("the run is completed by the next one")
            } catch {
                logger.warning("allowances stay unpaid", metadata: ["failure": "\(error)"])
            }
        }
    }

    /// Lets changes of policies take effect whose time has come.
    func policyChanges(every interval: Duration) -> Recurring {
        Recurring(pause: interval) {
            do {
                let count = try await operations.guardian.settlePolicies(call("policies"))
                if count > 0 {
                    logger.info("policies changed", metadata: ["count": "\(count)"])
                }
            } catch {
                logger.warning("policies stay as they are", metadata: ["failure": "\(error)"])
            }
        }
    }

    /// Goes on with imports of bank files that nobody works on.
    func imports(every interval: Duration) -> Recurring {
        let signal = operations.banking.importSignal
        return Recurring(pause: interval, wake: { await signal.wait() }) {
            do {
                let report = try await operations.banking.continueImports(call("imports"))
                for failure in report.failures {
                    logger.error("an import waits", metadata: ["failure": "\(failure)"])
                }
            } catch is CancellationError {
                logger.info("imports go on at the next start")
            } catch {
                logger.warning("imports wait", metadata: ["failure": "\(error)"])
            }
        }
    }

    /// Sends what members are to be told, once there is something, and from time to time.
    func deliveries(every interval: Duration) -> Recurring {
        let signal = operations.banking.notificationSignal
        return Recurring(pause: interval, wake: { await signal.wait() }) {
            do {
                var report: DeliveryReport
                repeat {
                    report = try await operations.banking.deliverNotifications(
                        call("notifications")
                    )
                    for failure in report.failures {
                        logger.warning("not notified", metadata: ["failure": "\(failure)"])
                    }
                } while report.isFull && !Task.isCancelled
            } catch {
                logger.warning("notifications wait", metadata: ["failure": "\(error)"])
            }
        }
    }

    /// Tells members what they spent, each day or week.
    func summaries(every interval: Duration) -> Recurring {
        let beginning = now().adding(milliseconds: -Limits.summaryMilliseconds)
        let looked = Mutex(beginning)
        return Recurring(pause: interval) {
            do {
                let call = call("summaries")
                let earlier = looked.withLock { $0 }
                let count = try await operations.banking.sumUpSpending(after: earlier, call)
                looked.withLock { $0 = call.now }
                if count > 0 {
                    logger.info("spending summed up", metadata: ["count": "\(count)"])
                }
            } catch is CancellationError {
                logger.info("the rest is summed up by the next run")
            } catch {
                logger.warning("no summaries", metadata: ["failure": "\(error)"])
            }
        }
    }

    private func tell(_ report: PayoutReport) {
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
    }

    /// A call that nobody makes.
    private func call(_ name: String) -> Call {
        Call(caller: .anonymous(address: name), now: now(), ids: ids, trace: name)
    }
}
