import Providers
import Synchronization

/// A sandbox bank that is served: one call after the other.
final class RunningBank: Sendable {
    private let bank: Mutex<SandboxBank>

    /// Serves a bank.
    init(_ bank: SandboxBank) {
        self.bank = Mutex(bank)
    }

    /// Has the bank do something.
    func with<R: Sendable>(_ work: (inout SandboxBank) -> R) -> R {
        bank.withLock { work(&$0) }
    }
}
