import Foundation

/// How long to wait before another try: twice as long each time, and never twice the same.
struct Backoff: Sendable {
    let firstSeconds: Double
    let longestSeconds: Double

    /// Between two tries of a transaction: the one in the way is usually done in a millisecond.
    static let conflict = Backoff(firstSeconds: 0.001, longestSeconds: 0.1)
    /// Between two tries to reach the server.
    static let outage = Backoff(firstSeconds: 0.05, longestSeconds: 1)

    /// A random time, from half the bound that holds after so many failures up to that bound.
    func seconds(after failures: Int) -> Double {
        let doublings = min(max(failures - 1, 0), 16)
        let bound = min(firstSeconds * Double(1 << doublings), longestSeconds)
        return Double.random(in: bound / 2...bound)
    }

    /// Waits that long, with the thread.
    func sleep(after failures: Int) { Thread.sleep(forTimeInterval: seconds(after: failures)) }
}
