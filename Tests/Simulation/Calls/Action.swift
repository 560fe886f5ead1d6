import Contract
import Kernel

/// What one call asks for.
enum Action: Codable, Sendable, Equatable {
    case authorizePurchase(API.Guardian.AuthorizeRequest)
    case setRule(API.Guardian.RuleRequest)
    case createOverride(API.Guardian.OverrideRequest)
    case listRules(API.Guardian.SubjectRequest)
    case registerChild(API.Allowance.RegisterChildRequest)
    case logoutUser
    case loginMember(email: String)
    case recordTransfers([PlannedTransfer], of: ID<Entity.Household>)
    case annotateTransfer(ID<Entity.Transfer>, category: String?, notes: String?)
    case openAccount(kind: String, of: ID<Entity.Member>)
    case guarding(GuardianAction)
    case ruling(PolicyAction)
    case funding(FundingAction)
    case chargeCard(API.Guardian.ChargeRequest)
    case saving(SavingAction)
    case doing(ChoreAction)
    case asking(MoneyAction)
    case renewing(SessionAction)
    case removeChild(API.Allowance.ChildRequest)
    case changeTimeZone(String)
    case banking(BankAction)
    case insights(InsightsAction)

    /// The password of everybody in a simulation.
    static let password = Password("password123")

    /// The name by which calls are counted and told.
    var name: String {
        switch self {
        case .authorizePurchase: "authorizePurchase"
        case .setRule: "setRule"
        case .createOverride: "createOverride"
        case .listRules: "listRules"
        case .registerChild: "registerChild"
        case .logoutUser: "logoutUser"
        case .loginMember: "loginMember"
        case .recordTransfers: "recordTransfers"
        case .annotateTransfer: "annotateTransfer"
        case .openAccount: "openAccount"
        case .guarding(let action): action.endpoint.name
        case .ruling(let action): action.endpoint.name
        case .funding(let action): action.endpoint.name
        case .chargeCard: "chargeCard"
        case .saving(let action): action.endpoint.name
        case .doing(let action): action.endpoint.name
        case .asking(let action): action.endpoint.name
        case .renewing(let action): action.endpoint.name
        case .removeChild: "removeChild"
        case .changeTimeZone: "changeTimeZone"
        case .banking(let action): action.name
        case .insights(let action): action.endpoint.name
        }
    }
}

extension Action {
    /// Method and path, by which keys of different operations are told apart.
    var operation: String {
        let endpoint: (any EndpointDeclaration)? =
            switch self {
            case .authorizePurchase: API.Guardian.authorizePurchase
            case .setRule: API.Guardian.setRule
            case .createOverride: API.Guardian.createOverride
            case .listRules: API.Guardian.listRules
            case .registerChild: API.Allowance.registerChild
            case .logoutUser: API.Banking.logoutUser
            case .guarding(let action): action.endpoint
            case .ruling(let action): action.endpoint
            case .funding(let action): action.endpoint
            case .chargeCard: API.Guardian.chargeCard
            case .saving(let action): action.endpoint
            case .doing(let action): action.endpoint
            case .asking(let action): action.endpoint
            case .removeChild: API.Allowance.removeChild
            case .banking(let action): action.endpoint
            case .insights(let action): action.endpoint
            case .loginMember, .recordTransfers, .annotateTransfer, .openAccount, .renewing,
                .changeTimeZone:
                nil
            }
        return endpoint.map { "\($0.method.rawValue) \($0.path.text)" } ?? name
    }
}

/// A transfer that a call asks to record.
struct PlannedTransfer: Codable, Sendable, Equatable {
    var debit: ID<Entity.Account>
    var credit: ID<Entity.Account>
    var amountMinor: Int64
    var currency = "USD"
    var kind = "purchase"
    var phase = "posted"
    var pending: ID<Entity.Transfer>?
    var reverses: ID<Entity.Transfer>?
    var member: ID<Entity.Member>?
    var merchant: String?
    var category: String?
    var record: String?
    var occurredAtMS: Int64
}

extension PlannedTransfer {
    /// Who reports the records of a simulation.
    static let provider = "simulation"
}

/// A call as it is planned before anything is sent.
struct PlannedCall: Codable, Sendable, Equatable {
    /// Decides the ids that the call makes; no other call has it.
    let number: UInt64
    /// The household that the call is about, by its place in the world.
    let home: Int
    let bearer: Bearer?
    let action: Action
    let nowMS: Int64
    var key: String?
    /// Whether the fields of the input are sent in the opposite order.
    var isReordered = false
    /// What goes wrong, attempt by attempt; the attempt after these is left alone.
    var faults: [Fault] = []
    /// What is wrong with the card processor, in every attempt.
    var cardTrouble: CardTrouble?

    /// The trace that answers carry.
    var trace: String { "call-\(number)" }
}
