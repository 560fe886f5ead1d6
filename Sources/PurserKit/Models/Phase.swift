import Contract
public import Kernel

/// How far something is that a screen shows.
public enum Phase<Value: Sendable>: Sendable {
    /// Nobody has asked for it.
    case idle
    /// It is asked for, and there is nothing to show yet.
    case loading
    /// It is there, as of an instant.
    case loaded(Value, asOf: Timestamp)
    /// It is there, and a newer one is asked for.
    case refreshing(Value, asOf: Timestamp)
    /// It could not be had; what was there before may still be shown.
    case failed(PurserError, last: Value?)

    /// What can be shown; `nil` when there is nothing yet.
    public var value: Value? {
        switch self {
        case .loaded(let value, _), .refreshing(let value, _): value
        case .failed(_, let last): last
        case .idle, .loading: nil
        }
    }

    /// Why the last attempt failed; `nil` when it did not.
    public var error: PurserError? {
        guard case .failed(let error, _) = self else { return nil }
        return error
    }

    /// Whether it is asked for now.
    public var isBusy: Bool {
        switch self {
        case .loading, .refreshing: true
        case .idle, .loaded, .failed: false
        }
    }
}

extension Phase: Equatable where Value: Equatable {}

extension PurserError {
    /// Takes what a call threw; `nil` for a cancellation, which is no failure.
    init?(thrown error: any Error) {
        switch error {
        case is CancellationError: return nil
        case let error as PurserError: self = error
        case let problem as Problem: self.init(invalid: problem)
        default: self.init(.network(.connectionLost), "The call failed")
        }
    }
}
