import Contract
import Kernel

/// A charge, with what its processor knows of it.
struct ModelCharge: Sendable {
    /// How far it has come, in the words of the contract.
    enum State: String, Sendable {
        case recorded
        case unknown
        case processing
        case requiresAction = "requires_action"
        case succeeded
        case failed
        case dropped

        var isFinal: Bool { self == .succeeded || self == .failed }
        var hasIntent: Bool { isFinal || self == .processing || self == .requiresAction }
    }

    /// What is heard of it.
    enum Report: Sendable {
        case succeeded
        case processing
        case requiresAction
        case failed
        case unheard
        case absent
    }

    let member: ID<Entity.Member>
    let input: API.Guardian.ChargeRequest
    let amount: Int64
    let account: ID<Entity.Account>
    /// The processor's id of the card, which decides what comes of it; empty for a wallet.
    let card: String
    let merchant: String?
    let category: String
    var key: String?
    let recordedAtMS: Int64
    var askedAtMS: Int64
    var state = State.recorded
    var lookAtMS: Int64?
    /// What the processor has; `nil` when it never took the order.
    var intent: Report?
    /// The reservation, once it was met by looking.
    var pending: ID<Entity.Transfer>?

    /// Asks for the money.
    mutating func ask(_ trouble: CardTrouble?) -> Report {
        if state.hasIntent { return look(trouble) }
        guard trouble != .unreachable, trouble != .deaf else { return .unheard }
        let isNew = intent == nil
        if intent == nil { intent = first }
        if trouble == .silent || (isNew && has("unavailable")) { return .unheard }
        return intent ?? .absent
    }

    /// Asks what came of it; what was processing has succeeded then.
    mutating func look(_ trouble: CardTrouble?) -> Report {
        guard trouble != .deaf else { return .unheard }
        if intent == .processing { intent = .succeeded }
        return intent ?? .absent
    }

    private var first: Report {
        if has("declined") { return .failed }
        if has("authenticationrequired") { return .requiresAction }
        if has("processing") { return .processing }
        return .succeeded
    }

    private func has(_ word: String) -> Bool { card.lowercased().contains(word) }

    /// Takes over what was heard.
    ///
    /// - Returns: The state before.
    mutating func hear(_ report: Report, at nowMS: Int64) -> State {
        let before = state
        guard !before.isFinal else { return before }
        switch report {
        case .succeeded: state = .succeeded
        case .processing: state = .processing
        case .requiresAction: state = .requiresAction
        case .failed: state = .failed
        case .unheard: if !state.hasIntent { state = .unknown }
        case .absent:
            let isGone = nowMS - askedAtMS >= 600_000
            if !state.hasIntent, isGone { state = .dropped }
        }
        lookAtMS = nextLook(nowMS)
        return before
    }

    /// When it is asked about next: after an eighth of its age, an hour at most, and not while its
    /// own call may ask.
    func nextLook(_ nowMS: Int64) -> Int64? {
        let age = max(0, nowMS - recordedAtMS)
        let least: Int64
        switch state {
        case .succeeded, .failed, .dropped: return nil
        case .recorded, .unknown: least = 60_000
        case .processing: least = 0
        case .requiresAction:
            guard age < 86_400_000 else { return nil }
            least = 60_000
        }
        return nowMS + min(max(age / 8, least), 3_600_000)
    }
}
