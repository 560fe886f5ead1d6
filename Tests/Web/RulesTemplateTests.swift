import Contract
import Kernel
import Testing

@testable import Web

@Suite("Templates of rules")
struct RulesTemplateTests {
    private let format = PageFormat(languages: nil, currency: .usd)
    private let reader = API.Allowance.currentMember.answers
    private let family = API.Allowance.familyMembers.answers.members

    private func reader(as role: API.Allowance.Role) -> API.Allowance.UserResponse {
        let member = family.first { $0.role == role }
        return API.Allowance.UserResponse(
            userID: member?.userID ?? reader.userID,
            email: member?.email ?? "",
            firstName: member?.firstName ?? "",
            lastName: member?.lastName ?? "",
            role: role,
            familyID: reader.familyID,
            familyName: reader.familyName
        )
    }

    private func audience(
        of role: API.Allowance.Role = .parent,
        shown: ID<Entity.Member>? = nil
    ) throws -> RulesAudience {
        #expect(family.contains { $0.role == role })
        return RulesAudience(of: reader(as: role), among: family, shown: shown)
    }

    private func rules(
        _ audience: RulesAudience,
        _ draft: RulesView.Draft = RulesView.Draft(),
        _ evil: String = "a",
        isBare: Bool = false
    ) throws -> RulesView {
        RulesView(
            audience.inView.map { person in
                RulesView.Limits(
                    of: person,
                    rules: API.Guardian.listRules.answers,
                    progress: API.Guardian.rulesProgress.answers
                )
            },
            beside: try glance(audience, isBare ? nil : evil),
            for: audience,
            draft: draft,
            problems: ["category": evil, "monthly_limit_cents": evil],
            notices: [Notice(.bad, evil)],
            changes: 2,
            today: try #require(CivilDay("2025-03-25")),
            formToken: "token",
            telling(audience)
        )
    }

    private func telling(_ audience: RulesAudience) -> PolicyTelling {
        let role: API.Allowance.Role = audience.isParent ? .parent : .child
        return PolicyTelling(to: reader(as: role), of: family, in: .utc, .usd, format)
    }

    /// What there is beside limits; `nil` where there is nothing.
    private func glance(_ audience: RulesAudience, _ evil: String?) throws -> RulesGlance {
        guard let evil else { return RulesGlance(policies: [], places: [], decisions: []) }
        let fence = API.Guardian.Geofence(
            id: 7,
            name: evil,
            latitude: 1,
            longitude: 2,
            radiusM: 3,
            category: evil,
            policy: .warn
        )
        return RulesGlance(
            policies: try [.live, .shadow, .retired].map { try Self.policy(evil, $0) },
            places: audience.inView.map { PlacesView.Places(of: $0, [fence]) },
            decisions: audience.inView.map { person in
                DecisionsView.History(of: person, Self.rows(evil, 2))
            }
        )
    }

    /// A policy that names the place with the number 7.
    static func policy(
        _ name: String,
        _ state: API.Guardian.PolicyState
    ) throws -> API.Guardian.Policy {
        let answer = API.Guardian.getPolicy.answers
        return API.Guardian.Policy(
            id: answer.id,
            terms: API.Guardian.PolicyTerms(
                name: name,
                when: try API.Guardian.Condition(
                    #"{"place":{"of":{"geofence":7},"within_m":5}}"#
                ),
                then: .decline,
                message: nil
            ),
            state: state,
            version: 1,
            createdBy: answer.createdBy,
            createdAt: answer.createdAt,
            liveSince: nil,
            pending: state == .shadow ? answer.pending : nil
        )
    }

    /// So many decisions, the newest first, with all answers and reasons in turn.
    static func rows(_ merchant: String, _ count: Int) -> [API.Guardian.DecisionRow] {
        let example = API.Guardian.listDecisions.answers.decisions[0]
        let reasons = API.Guardian.AuthorizeReason.allCases
        return (0..<count).map { index in
            let reason = reasons[index % reasons.count]
            return API.Guardian.DecisionRow(
                decisionID: ID(RawID(high: UInt64(count - index), low: 1)),
                userID: example.userID,
                merchant: merchant,
                amountCents: 5_000,
                category: "fun",
                decision: [.override, .policyWarn, .locationWarn, .ok].contains(reason)
                    ? .approve : .decline,
                reason: reason,
                message: nil,
                decidedAt: example.decidedAt
            )
        }
    }

    private func places(
        _ audience: RulesAudience,
        _ draft: PlacesView.Draft = PlacesView.Draft(),
        _ evil: String = "a",
        namedBy policies: [API.Guardian.Policy] = [],
        fence: Int64 = 1,
        count: Int = 1
    ) -> PlacesView {
        let place = API.Guardian.Geofence(
            id: fence,
            name: "Mall",
            latitude: 1,
            longitude: 2,
            radiusM: 3,
            category: nil,
            policy: .block
        )
        let fences = Array(repeating: place, count: count)
        return PlacesView(
            audience.inView.map { PlacesView.Places(of: $0, fences) },
            namedBy: policies,
            for: audience,
            draft: draft,
            problems: ["name": evil, "latitude": evil, "radius_m": evil, "category": evil],
            notices: [Notice(.bad, evil)],
            once: "once",
            formToken: "token",
            map: PlacesMap(
                library,
                tiles: "https://a.example/{z}/{x}/{y}?\(evil)",
                attribution: evil
            ),
            format
        )
    }

    private let library = MapLibrary(
        script: Array("window.L = {};".utf8),
        style: Array(#"a{background:url("images/a.png") top}b{src:url(#default#VML)}"#.utf8)
    )

    private func decisions(
        _ audience: RulesAudience,
        before: ID<Entity.Decision>? = nil,
        count: Int = 21,
        _ evil: String = "a"
    ) throws -> DecisionsView {
        let pending = try #require(API.Guardian.listApprovals.answers.first)
        let summary = API.Guardian.spendingSummary.answers
        return DecisionsView(
            audience.inView.map { person in
                DecisionsView.History(
                    of: person,
                    Self.rows(evil, count),
                    summary,
                    API.Guardian.listOverrides.answers
                )
            },
            [pending, API.Guardian.decideApproval.answers],
            for: audience,
            in: DecisionsView.Window(.month, before: before),
            notices: [Notice(.good, "Done")],
            now: Timestamp(seconds: 1_736_937_240),
            zone: .utc,
            formToken: "token",
            format
        )
    }

    @Test("name nothing that their views do not have")
    func words() throws {
        var check = TemplateCheck()
        for audience in [try audience(), try audience(of: .child)] {
            try check.check("rules", try rules(audience))
            try check.check("rules", try rules(audience, RulesView.Draft(rule: 1)))
            try check.check("places", places(audience))
            try check.check("places", places(audience, PlacesView.Draft(fence: 1)))
            try check.check("rules", try rules(audience, isBare: true))
            let naming = [try Self.policy("a", .live)]
            try check.check("places", places(audience, namedBy: naming, fence: 7))
            try check.check("places", places(audience, count: 32))
            try check.check("decisions", try decisions(audience))
            try check.check("decisions", try decisions(audience, before: ID(.zero)))
            try check.check("decisions", try decisions(audience, count: 0))
        }
        #expect(check.unknown == [])
        for word in [
            "rules: heading", "rules: othersHref", "rules: otherDetail", "rules: noneDecided",
            "decision-lines: decidedHow", "decisions: olderHref", "decisions: newest",
            "places: policyHref", "places: full", "meter: width", "meter: meterOwner",
            "limit: forms", "action-form: summarySubject", "text-field: fieldProblem",
            "text-field: fieldHint", "text-field: fieldList", "text-field: fieldUnit",
            "places: detail", "chips: chipHref", "tag: tagIcon", "tag: word",
            "places: libraryStyle", "places: mostRadius", "places: attribution",
            "decisions: day", "places: here", "decisions: count", "approval: question",
            "approval: age", "approval: checksPath", "rules: policyNews",
        ] {
            #expect(check.known.contains(word), "\(word)")
        }
    }

    @Test("escape whatever was typed into them")
    func escaping() throws {
        let evil = #"<img src=x onerror="alert('1')">&"#
        let escaped = "value=\"&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;\""
        let audience = try audience()
        let drafts = [
            RulesView.Draft(category: evil, limit: evil),
            RulesView.Draft(category: evil, limit: evil, rule: 1),
        ]
        for draft in drafts {
            let page = Templates.html(try rules(audience, draft, evil))
            #expect(!page.contains("<img"))
            #expect(page.contains(escaped))
        }
        for fence in [nil, 1] as [Int64?] {
            let draft = PlacesView.Draft(
                name: evil,
                latitude: evil,
                longitude: evil,
                radius: evil,
                category: evil,
                fence: fence
            )
            let page = Templates.html(places(audience, draft, evil))
            #expect(!page.contains("<img"))
            #expect(page.ranges(of: escaped).count >= 5)
        }
    }

    @Test("offer no change of a place that a policy names, and say which")
    func named() throws {
        let audience = try audience(shown: reader.userID)
        let page = { (policies: [API.Guardian.Policy]) in
            Templates.html(places(audience, namedBy: policies, fence: 7))
        }
        let policies = try [
            Self.policy("<b>", .live), Self.policy("Late", .shadow), Self.policy("Old", .retired),
        ]
        let asking = PlacesView.asking(policies)
        #expect(asking.map(\.name) == ["<b>", "Late"])
        #expect(PlacesView.asking(policies, about: 8).isEmpty)
        let bound = page(asking)
        #expect(bound.contains(">&lt;b&gt;</a>” names this place, so it cannot be changed"))
        #expect(bound.contains("A policy that names it does not know any more where it is."))
        #expect(!bound.contains(">Change<"))
        let free = page([])
        #expect(free.contains(">Change<") && !free.contains("names this place"))
    }

    @Test("say beside the forms that there may be no more places")
    func full() throws {
        let audience = try audience(shown: reader.userID)
        for (count, isFull) in [(31, false), (32, true)] {
            let page = Templates.html(places(audience, count: count))
            #expect(page.contains("You: as many as there may be, 32 places.") == isFull)
            #expect(page.contains("a change needs room for one more") == isFull)
        }
    }

    @Test("show three of the other rules and of what was decided, what decides before the rest")
    func few() throws {
        let audience = try audience(shown: reader.userID)
        let names = ["A", "B", "C", "D", "E"]
        let states: [API.Guardian.PolicyState] = [.draft, .shadow, .live, .retired, .live]
        let policies = try zip(names, states).map { try Self.policy($0, $1) }
        let glance = RulesGlance(
            policies: policies,
            places: [],
            decisions: audience.inView.map { DecisionsView.History(of: $0, Self.rows("a", 4)) }
        )
        let view = RulesView(
            [],
            beside: glance,
            for: audience,
            today: try #require(CivilDay("2025-03-25")),
            formToken: "t",
            telling(audience)
        )
        #expect(view.others[0].othersRows.map(\.otherName) == ["C", "E", "B"])
        #expect(view.others[0].othersRows.last?.otherTag.word == "in the shadow, a change waits")
        #expect(view.others[1].othersNone?.hasPrefix("None is set.") == true)
        #expect(view.lines.count == 3 && view.noneDecided == nil)
    }

    @Test("have a map whose library asks for no image")
    func mapLibrary() {
        #expect(
            library.files.map(\.content) == [
                "window.L = {};", "a{background:none top}b{src:url(#default#VML)}",
            ]
        )
        #expect(library.files.allSatisfy { $0.isImmutable && $0.path.contains("leaflet-") })
    }

    @Test("give a child no form")
    func child() throws {
        let audience = try audience(of: .child)
        let pages = [
            Templates.html(try rules(audience)), Templates.html(places(audience)),
            Templates.html(try decisions(audience)),
        ]
        for page in pages {
            #expect(!page.contains("<form"))
            #expect(!page.contains("Everybody"))
        }
        #expect(pages[0].contains("What you may spend this month"))
    }

    @Test("are open where something was refused, and there alone")
    func refused() throws {
        let audience = try audience(shown: reader.userID)
        let isOpen = "<details class=\"again\" open>"
        let draft = RulesView.Draft(category: "fun", limit: "lots", rule: 1)
        let page = Templates.html(try rules(audience, draft))
        #expect(page.ranges(of: isOpen).count == 1)
        #expect(page.ranges(of: "value=\"lots\"").count == 1)
        #expect(page.contains("id=\"limit-1-problem\""))
        #expect(!page.contains("id=\"limit-new-problem\""))
        let new = Templates.html(try rules(audience, RulesView.Draft(limit: "lots")))
        #expect(!new.contains(isOpen))
        #expect(new.contains("id=\"limit-new-problem\""))
    }
}
