public import Contract
import Kernel

/// The first few of the rules that are no limits, and of what was decided lately, each with a way
/// to all.
public struct RulesGlance: Sendable {
    /// How many of each are shown.
    public static let most = 3

    /// The policies that hold for those in view, the oldest first.
    let policies: [API.Guardian.Policy]
    /// The places of those in view.
    let places: [PlacesView.Places]
    /// What those in view asked lately.
    let decisions: [DecisionsView.History]

    /// Gathers them.
    public init(
        policies: [API.Guardian.Policy],
        places: [PlacesView.Places],
        decisions: [DecisionsView.History]
    ) {
        self.policies = policies
        self.places = places
        self.decisions = decisions
    }

    /// Those of the policies that the page shows: what decides comes before what does not.
    static func first(_ policies: [API.Guardian.Policy]) -> [API.Guardian.Policy] {
        let states: [API.Guardian.PolicyState] = [.live, .shadow, .draft]
        return Array(states.flatMap { state in policies.filter { $0.state == state } }.prefix(most))
    }

    /// Whether a policy that the page shows is called by the names of places and goals.
    public var namesSomething: Bool { Self.first(policies).contains(where: \.namesSomething) }
}

/// A card of other rules, as the page of rules shows it.
struct OtherRulesCard: Sendable {
    struct Row: Sendable {
        let otherName: String
        let otherHref: String
        let otherTag: Tag
        let otherDetail: String
    }

    let othersTitle: String
    let othersHref: String
    /// What the way to all of them says.
    let othersWay: String
    let othersNone: String?
    /// How many changes of policies wait for the reader's word.
    let policyNews: String?
    /// The part's name, and what it shows, for a page that is open.
    let othersPart: String
    let othersShows: String
    let othersRows: [Row]
}

extension OtherRulesCard {
    /// The policies; `changes` of them wait for the reader's word.
    static func policies(
        _ glance: RulesGlance,
        _ changes: Int,
        _ telling: PolicyTelling
    ) -> Self {
        let isParent = telling.isParent
        // One that decides nothing yet is no rule to who has to keep it.
        let policies = glance.policies.filter { isParent || $0.state == .live }
        let rows = RulesGlance.first(policies).map { policy in
            Row(
                otherName: policy.name,
                otherHref: PoliciesView.path(of: policy.id),
                otherTag: policy.pending == nil
                    ? Tag(policy.state == .live ? .good : .plain, policy.state.word)
                    : Tag(.warn, "\(policy.state.word), a change waits"),
                otherDetail: "For \(telling.whom(policy.userID))"
                    + " · \(telling.sentence(policy.then, policy.when))"
            )
        }
        return Self(
            othersTitle: isParent ? "Policies" : "Rules that hold for you",
            othersHref: PoliciesView.path,
            othersWay: isParent ? "All policies" : "All of them",
            othersNone: rows.isEmpty ? noPolicy(isParent: isParent) : nil,
            policyNews: news(changes, telling),
            othersPart: "few-policies",
            othersShows: "policies",
            othersRows: rows
        )
    }

    private static func news(_ changes: Int, _ telling: PolicyTelling) -> String? {
        switch changes {
        case 0: nil
        case 1: "1 change waits for you"
        default: "\(telling.format.number(Int64(changes))) changes wait for you"
        }
    }

    private static func noPolicy(isParent: Bool) -> String {
        isParent
            ? "None is asked. A policy says no, asks or warns by time, amount, place or merchant."
            : "None. You can make one for yourself there."
    }

    /// The places.
    static func places(
        _ glance: RulesGlance,
        _ audience: RulesAudience,
        _ format: PageFormat
    ) -> Self {
        let all = glance.places.flatMap { places in
            places.fences.map { (fence: $0, person: audience.label(places.person)) }
        }
        let path = audience.path(PlacesView.path)
        let rows = all.prefix(RulesGlance.most).map { fence, person in
            let row = PlaceRow(fence, of: person, forms: [], format)
            return Row(
                otherName: person.map { "\(row.name), \($0)" } ?? row.name,
                otherHref: path,
                otherTag: row.tag,
                otherDetail: row.detail
            )
        }
        let next =
            audience.isParent
            ? "A place stops purchases, or warns of them." : "You may buy everywhere."
        return Self(
            othersTitle: "Places",
            othersHref: path,
            othersWay: "All places",
            othersNone: rows.isEmpty ? "None is set. \(next)" : nil,
            policyNews: nil,
            othersPart: "few-places",
            othersShows: "money",
            othersRows: rows
        )
    }
}
