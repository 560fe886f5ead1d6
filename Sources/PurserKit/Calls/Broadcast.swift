import Synchronization

/// A value that changes, and those who follow it.
///
/// Who follows sees the present value first and then every newer one; values that come faster than
/// they are taken are skipped, except the newest, of which there may be several.
final class Broadcast<Value: Sendable & Equatable>: Sendable {
    private let present: Mutex<Value>
    private let followers = Multicast<Value>()

    init(_ value: Value) {
        present = Mutex(value)
    }

    var value: Value { present.withLock { $0 } }

    /// Tells a value, if it is another than the present one.
    func tell(_ value: Value) {
        present.withLock { present in
            guard present != value else { return }
            present = value
            followers.tell(value)
        }
    }

    /// The present value and every one that follows; of what is not taken only the newest is kept.
    var values: AsyncStream<Value> { values(keeping: 1) }

    /// The present value and every one that follows; of what is not taken the newest are kept.
    func values(keeping most: Int) -> AsyncStream<Value> {
        present.withLock { followers.listen(keeping: most, after: $0) }
    }
}
