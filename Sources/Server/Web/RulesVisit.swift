import Contract
import HTTPTypes
import Hummingbird
import Kernel
import Operations
import Web

/// Somebody who looks at rules, and whose rules it looks at.
struct RulesVisit: Sendable {
    let visit: Visit
    let desk: WebRoutes.Desk
    let audience: RulesAudience
    /// How the household's policies are told to who looks.
    var telling: PolicyTelling

    /// - Throws: ``Problem``.
    init(_ visit: Visit, _ shown: ID<Entity.Member>?) async throws {
        self.visit = visit
        desk = try await WebRoutes.Desk(visit)
        let family = try await visit.call(API.Allowance.familyMembers)
        audience = RulesAudience(of: desk.reader, among: family.members, shown: shown)
        telling = PolicyTelling(
            to: desk.reader,
            of: family.members,
            in: desk.zone,
            desk.currency,
            desk.format
        )
    }
}

/// What of rules and decisions is shown, as the address bar has it.
struct RulesWindow: Sendable {
    /// The one whose they are; everybody's when `nil`.
    private(set) var member: ID<Entity.Member>?
    /// How far back.
    private(set) var range = API.Guardian.AnalyticsRange.month
    /// The decision before which a list of them begins; with the newest when `nil`.
    private(set) var before: ID<Entity.Decision>?

    /// - Throws: ``Problem`` `notFound` for an address that no page leads to.
    init(_ request: Request) throws {
        for (key, value) in try request.queryPairs() where !value.isEmpty {
            switch key {
            case "for": member = try Self.member(value)
            case "range":
                guard let named = API.Guardian.AnalyticsRange(rawValue: value) else {
                    throw Problem(.notFound)
                }
                range = named
            case "before":
                guard let decision = ID<Entity.Decision>(value) else { throw Problem(.notFound) }
                before = decision
            default: break
            }
        }
    }

    /// Reads a member's id; nobody's where there is none.
    ///
    /// - Throws: ``Problem`` `notFound`.
    static func member(_ text: String) throws -> ID<Entity.Member>? {
        guard !text.isEmpty else { return nil }
        guard let id = ID<Entity.Member>(text) else { throw Problem(.notFound) }
        return id
    }
}

/// Why a form of a page was refused, as the page shows it.
struct RefusedForm: Sendable {
    /// What is wrong with a field, by the endpoint's name of it.
    let problems: [String: String]
    /// What is wrong besides.
    let notices: [Notice]
    let status: HTTPResponse.Status

    /// Nothing was refused, or fields that are no input of any endpoint.
    init(problems: [String: String] = [:]) {
        self.problems = problems
        notices = []
        status = problems.isEmpty ? .ok : .badRequest
    }

    /// Something cannot be done as things stand.
    init(conflict words: String) {
        problems = [:]
        notices = [Notice(.bad, words)]
        status = .conflict
    }

    /// `fields`: Those that have a place of their own on the page.
    ///
    /// - Throws: The problem, where typing something else does not help.
    init(_ problem: Problem, _ fields: Set<String>) throws {
        guard problem.kind == .invalid || problem.kind == .conflict else { throw problem }
        let known = problem.faults.filter { fields.contains($0.field) }
        problems = Dictionary(
            known.map { ($0.field, $0.rule) },
            uniquingKeysWith: { first, _ in first }
        )
        notices = known.isEmpty ? [Notice(.bad, problem.message)] : []
        status = HTTPResponse.Status(code: problem.kind.status)
    }
}
