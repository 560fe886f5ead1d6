import Contract

/// What a parent asks for; children by their number in the family.
enum FamilyAction: Sendable, Equatable {
    enum Jar: String, Sendable, CaseIterable {
        case spend
        case save
        case give
    }

    case addChild(amountMinor: Int64)
    case removeChild(Int)
    case setAmount(Int, minor: Int64)
    case setSchedule(Int, ModelRhythm, minor: Int64?)
    case pause(Int)
    case resume(Int)
    case credit(Int, minor: Int64)
    case debit(Int, minor: Int64)
    case split(Int, save: Int, give: Int)
    case move(Int, from: Jar, to: Jar, minor: Int64)
    case setPool(minor: Int64?)
    case deposit(minor: Int64)

    /// The name by which actions are counted.
    var name: String {
        switch self {
        case .addChild: "registerChild"
        case .removeChild: "removeChild"
        case .setAmount: "updateAllowance"
        case .setSchedule: "setSchedule"
        case .pause: "pauseSchedule"
        case .resume: "resumeSchedule"
        case .credit, .debit: "createWalletTransaction"
        case .split: "setSplit"
        case .move: "moveBetweenJars"
        case .setPool: "setPool"
        case .deposit: "depositToPool"
        }
    }
}

/// What must come of an action.
enum FamilyVerdict: Sendable, Equatable {
    case done
    case refused(Problem.Kind)
}
