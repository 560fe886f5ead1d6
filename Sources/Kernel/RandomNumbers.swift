import Foundation
import Synchronization

/// The system's random numbers, fetched many at a time.
///
/// For ids and traces, of which every request has several: a call to the system for each costs more
/// than what is made of it. Keys, salts and tokens are drawn from the system one by one.
public final class RandomNumbers: Sendable {
    private let stock = Mutex<[UInt64]>([])

    /// Makes an empty stock.
    public init() {}

    /// The next number; each is handed out once.
    public func next() -> UInt64 {
        stock.withLock { stock in
            if let number = stock.popLast() { return number }
            stock = Self.fetched()
            return stock.removeLast()
        }
    }

    private static func fetched() -> [UInt64] {
        var numbers = [UInt64](repeating: 0, count: fetchCount)
        numbers.withUnsafeMutableBytes { bytes in
            guard let start = bytes.baseAddress else { return }
            arc4random_buf(start, bytes.count)
        }
        return numbers
    }

    private static let fetchCount = 64
}
