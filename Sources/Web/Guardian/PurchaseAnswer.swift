public import Contract
import Kernel

/// What was answered to a purchase, with all that was looked at.
public struct PurchaseAnswer: PageView {
    /// The template's name.
    public static let template = "trace"

    struct Check: Sendable {
        let icon: String
        let style: String
        /// The outcome in a word, for those who do not see the icon.
        let word: String
        let detail: String
    }

    /// What there is to do about an answer.
    public enum NextStep: Sendable {
        /// Nothing.
        case none
        /// A parent allows it once.
        case override(ActionForm)
        /// Somebody was asked to allow it.
        case asked(String)
    }

    let isYes: Bool
    let icon: String
    let headline: String
    let message: String?
    let checks: [Check]
    let override: ActionForm?
    /// Who was asked to allow it.
    let asked: String?
    let alert = "\(WebApp.icons.path)#alert"
    /// Where what decided is seen, and changed by who may.
    let answerWay: String?
    let answerWayText: String?
    let decisions = DecisionsView.path

    /// Makes an answer.
    ///
    /// - Parameters:
    ///   - answer: The decision.
    ///   - next: What there is to do about it.
    ///   - way: Where what decided is seen; `nil` where nothing did.
    public init(
        _ answer: API.Guardian.AuthorizeResponse,
        next: NextStep = .none,
        to way: Way? = nil
    ) {
        isYes = answer.decision == .approve
        icon = "\(WebApp.icons.path)#\(isYes ? "check" : "cross")"
        headline = Self.headline(answer.reason, isYes: isYes)
        message = answer.message
        checks = Self.checks(answer.trace)
        (override, asked) =
            switch next {
            case .none: (nil, nil)
            case .override(let form): (form, nil)
            case .asked(let sentence): (nil, sentence)
            }
        answerWay = way?.path
        answerWayText = way?.text
    }

    /// The checks of a decision, as they are shown.
    static func checks(_ trace: [API.Guardian.AuthorizeCheck]) -> [Check] {
        trace.map { check in
            switch check.outcome {
            case "decline": Check("cross", "ended", "No", check.detail)
            case "approve": Check("check", "passed", "Yes", check.detail)
            case "pass": Check("check", "passed", "Passed", check.detail)
            default: Check("skip", "", "Not asked", check.detail)
            }
        }
    }

    /// What was answered, in a few words.
    static func headline(_ reason: API.Guardian.AuthorizeReason, isYes: Bool) -> String {
        switch reason {
        case .override: "Yes: a parent allowed it"
        case .ok: "Yes"
        case .policyWarn: "Yes, but a rule warns of it"
        case .locationWarn: "Yes, but mind where you are"
        case .locationBlock: "Not here"
        case .risky: "Better not: it breaks a limit"
        case .policy: isYes ? "Yes" : "Better not: a rule says no"
        case .insufficientFunds: "There is not enough money"
        }
    }
}

extension PurchaseAnswer {
    /// The way to what decided a purchase.
    public struct Way: Sendable, Equatable {
        let path: String
        let text: String

        /// Finds the way; `nil` where nothing decided that has a page.
        ///
        /// - Parameters:
        ///   - answer: The decision.
        ///   - reader: Who asked, whose rules decided.
        ///   - policies: Those in force, where one of them decided.
        public init?(
            from answer: API.Guardian.AuthorizeResponse,
            for reader: API.Allowance.UserResponse,
            among policies: [API.Guardian.Policy] = []
        ) {
            let isParent = reader.role == .parent
            switch answer.reason {
            case .ok, .override: return nil
            case .risky:
                path = RulesAudience.path(Frame.Place.rules.path, reader.userID)
                text = isParent ? "Change the limit" : "See your limits"
            case .policy, .policyWarn:
                let policy = Self.policy(that: answer, policies)
                path = policy.map { PoliciesView.path(of: $0) } ?? PoliciesView.path
                text = policy == nil ? "See the policies" : "See the policy"
            case .locationBlock, .locationWarn:
                path = RulesAudience.path(PlacesView.path, reader.userID)
                text = isParent ? "Change the place" : "See your places"
            case .insufficientFunds:
                path = Frame.Place.family.path
                text = "See the wallet"
            }
        }

        /// The policy that decided, whose name begins its sentence; `nil` where two have the name.
        private static func policy(
            that answer: API.Guardian.AuthorizeResponse,
            _ policies: [API.Guardian.Policy]
        ) -> ID<Entity.Policy>? {
            let ends = answer.trace.last { $0.check == "policy" && $0.outcome != "pass" }
            guard let sentence = ends?.detail else { return nil }
            let named = policies.filter { sentence.hasPrefix("\"\($0.name)\" ") }
            return named.count == 1 ? named.first?.id : nil
        }
    }
}

extension PurchaseAnswer.Check {
    fileprivate init(_ icon: String, _ style: String, _ word: String, _ detail: String) {
        self.init(
            icon: "\(WebApp.icons.path)#\(icon)",
            style: style,
            word: word,
            detail: detail
        )
    }
}
