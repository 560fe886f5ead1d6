public import Kernel

/// How far a charge has come.
public enum ChargeState: String, Sendable, CaseIterable {
    /// It is recorded, and the processor is about to be asked.
    case recorded
    /// The processor was asked, and what it did is not known.
    case unknown
    /// The processor may still take the money.
    case processing
    /// The holder of the card must act first.
    case requiresAction = "requires_action"
    /// The money was taken.
    case succeeded
    /// The money will not be taken.
    case failed
    /// The processor refused the order as such and made no payment intent.
    case refused
    /// The processor never took the order.
    case dropped

    /// Whether nothing that is heard changes it any more.
    public var isFinal: Bool { self == .succeeded || self == .failed || self == .refused }

    /// Whether the processor is known to have a payment intent of it.
    public var hasIntent: Bool {
        switch self {
        case .processing, .requiresAction, .succeeded, .failed: true
        case .recorded, .unknown, .refused, .dropped: false
        }
    }

    /// The state once something was heard of the charge.
    ///
    /// - Parameters:
    ///   - report: What was heard.
    ///   - waitedMilliseconds: How long ago the processor was asked for the charge.
    /// - Returns: The state from then on.
    public func after(_ report: ChargeReport, waitedMilliseconds: Int64) -> ChargeState {
        guard !isFinal else { return self }
        switch report {
        case .succeeded: return .succeeded
        case .processing: return .processing
        case .requiresAction: return .requiresAction
        case .failed: return .failed
        case .unheard: return hasIntent ? self : .unknown
        case .refused: return hasIntent ? self : .refused
        // What is on its way may still arrive, so that only time tells.
        case .absent:
            let isGone = waitedMilliseconds >= Limits.chargeDroppedMilliseconds
            return !hasIntent && isGone ? .dropped : self
        }
    }

    /// What the ledger records when a charge comes from this state to another.
    public func entry(to next: ChargeState) -> ChargeEntry? {
        guard next != self else { return nil }
        precondition(!isFinal, "a final charge stays what it is")
        switch next {
        case .succeeded: return self == .processing ? .postReserved : .post
        case .processing: return .reserve
        case .recorded, .unknown, .requiresAction, .failed, .refused, .dropped:
            return self == .processing ? .release : nil
        }
    }

    /// When somebody should ask the processor for the charge; `nil` when nobody needs to.
    ///
    /// Ever more rarely, after an eighth of the charge's age. What a call may just be asking for is
    /// left alone at first.
    public func nextLook(recordedAt: Timestamp, now: Timestamp) -> Timestamp? {
        let age = max(0, now.milliseconds - recordedAt.milliseconds)
        let least: Int64
        switch self {
        case .succeeded, .failed, .refused, .dropped: return nil
        case .recorded, .unknown: least = Limits.chargeHeardMilliseconds
        case .processing: least = 0
        case .requiresAction:
            guard age < Limits.chargeActionMilliseconds else { return nil }
            least = Limits.chargeHeardMilliseconds
        }
        let pause = min(max(age / 8, least), Limits.chargeLookMilliseconds)
        return now.adding(milliseconds: pause)
    }
}

/// What is heard of a charge.
public enum ChargeReport: String, Sendable, CaseIterable {
    /// The money was taken.
    case succeeded
    /// The money may still be taken.
    case processing
    /// The holder of the card must act first.
    case requiresAction
    /// The money will not be taken.
    case failed
    /// Nothing: the processor was not reached, or failed itself.
    case unheard
    /// The processor refuses the order as such, and has no payment intent of it.
    case refused
    /// The processor has no payment intent of it.
    case absent
}

/// What the ledger records of a charge.
public enum ChargeEntry: String, Sendable, CaseIterable {
    /// The purchase.
    case post
    /// That the purchase may still come.
    case reserve
    /// The purchase that was reserved.
    case postReserved
    /// That what was reserved does not come.
    case release
}
