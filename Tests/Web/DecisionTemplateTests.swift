import Contract
import Kernel
import Testing

@testable import Web

@Suite("Pages of decisions")
struct DecisionTemplateTests {
    private let format = PageFormat(languages: nil, currency: .usd)
    private let family = API.Allowance.familyMembers.answers.members
    private let now = Timestamp(seconds: 1_736_937_100)

    private func audience(isParent: Bool = true) throws -> RulesAudience {
        let role: API.Allowance.Role = isParent ? .parent : .child
        let member = try #require(family.first { $0.role == role })
        let reader = API.Allowance.UserResponse(
            userID: member.userID,
            email: member.email,
            firstName: member.firstName,
            lastName: member.lastName,
            role: role,
            familyID: API.Allowance.currentMember.answers.familyID,
            familyName: ""
        )
        return RulesAudience(of: reader, among: family, shown: member.userID)
    }

    private func decision(
        _ answer: API.Guardian.AuthorizeDecision = .decline,
        _ reason: API.Guardian.AuthorizeReason = .risky,
        _ state: API.Guardian.ApprovalState? = nil,
        _ override: API.Guardian.DecisionOverride? = nil,
        merchant: String = "Steam",
        of member: ID<Entity.Member>? = nil
    ) -> API.Guardian.TracedDecision {
        let example = API.Guardian.getDecision.answers
        let row = API.Guardian.DecisionRow(
            decisionID: example.decisionID,
            userID: member ?? family.last?.userID ?? example.userID,
            merchant: merchant,
            amountCents: 3_000,
            category: "fun",
            decision: answer,
            reason: reason,
            message: merchant,
            decidedAt: example.decidedAt
        )
        return API.Guardian.TracedDecision(
            row,
            trace: PreEncoded(wrappedValue: example.trace),
            approval: state.map { state in
                API.Guardian.DecisionApproval(
                    id: 3,
                    state: state,
                    decidedAt: state == .pending ? nil : example.decidedAt
                )
            },
            override: override
        )
    }

    private func page(
        _ decision: API.Guardian.TracedDecision,
        isParent: Bool = true,
        now: Timestamp? = nil
    ) throws -> DecisionView {
        DecisionView(
            decision,
            for: try audience(isParent: isParent),
            notices: [Notice(.good, "Done")],
            now: now ?? self.now,
            zone: .utc,
            formToken: "token",
            format
        )
    }

    private func given(used: Bool, by decision: Bool = false) -> API.Guardian.DecisionOverride {
        API.Guardian.DecisionOverride(
            ts: GuardianTimestamp(Timestamp(seconds: 1_736_937_060)),
            used: used,
            usedBy: decision ? ID(.zero) : nil
        )
    }

    @Test("name nothing that their views do not have")
    func words() throws {
        var check = TemplateCheck()
        for view in [
            try page(decision(.decline, .risky, .pending)),
            try page(decision(.decline, .policy, .approved, given(used: true, by: true))),
            try page(decision(.approve, .ok)), try page(decision(), isParent: false),
        ] { try check.check("decision", view) }
        #expect(check.unknown == [])
        for word in [
            "decision: headline", "checks: detail", "decision: sentence", "decision: wayText",
            "decision: change", "approval: question",
        ] { #expect(check.known.contains(word), "\(word)") }
    }

    @Test("escape whatever is put into them")
    func escaping() throws {
        let evil = #"<img src=x onerror="alert('1')">&"#
        let html = Templates.html(try page(decision(.decline, .risky, .pending, merchant: evil)))
        #expect(!html.contains("<img"))
        #expect(html.contains("&lt;img src=x"))
    }

    @Test("show every check, also those that were not asked, by a word beside the shape")
    func checks() throws {
        let html = Templates.html(try page(decision()))
        for part in [
            "Passed: </span>No unused override", "Not asked: </span>No geofence is set.",
            "No: </span>fun: $50.00 on top of", "Better not: it breaks a limit",
            "asked on Wednesday, January 15 at 10:30 · Fun", "href=\"/app/rules/decisions\"",
        ] { #expect(html.contains(part), "\(part)") }
    }

    @Test(
        "say what became of it",
        arguments: [
            (.decline, .risky, nil, nil, "Nobody was asked to allow it, and nobody did."),
            (.decline, .insufficientFunds, nil, nil, "a permission puts no money into the wallet"),
            (.approve, .ok, nil, nil, "Nobody had to be asked."),
            (.decline, .risky, .refused, nil, "A parent said no on Wednesday, January 15"),
            (.decline, .risky, .expired, nil, "none answered within a day"),
            (.decline, .risky, .approved, true, "The permission was used."),
            (.decline, .risky, .approved, false, "The permission can be used until 10:36."),
            (.decline, .risky, nil, true, "A parent allowed it once on Wednesday, January 15"),
            (.approve, .override, nil, true, "It used the permission of Wednesday, January 15"),
        ]
            as [(
                API.Guardian.AuthorizeDecision, API.Guardian.AuthorizeReason,
                API.Guardian.ApprovalState?, Bool?, String
            )]
    )
    func outcome(
        answer: API.Guardian.AuthorizeDecision,
        reason: API.Guardian.AuthorizeReason,
        state: API.Guardian.ApprovalState?,
        used: Bool?,
        words: String
    ) throws {
        let made = decision(answer, reason, state, used.map { given(used: $0, by: $0) })
        let view = try page(made)
        #expect(view.steps.contains { $0.sentence.contains(words) })
        #expect(view.waiting == nil)
        let link = answer == .decline && used == true
        #expect(view.steps.contains { $0.wayHref != nil } == link)
    }

    @Test("say that a permission is over once it is")
    func over() throws {
        let made = decision(.decline, .risky, .approved, given(used: false))
        let late = now.adding(seconds: 300)
        let sentences = try page(made, now: late).steps.map(\.sentence)
        #expect(sentences.last == "The permission was not used, and is over.")
    }

    @Test("ask a parent alone, and nobody about its own")
    func asking() throws {
        let pending = decision(.decline, .risky, .pending)
        let parent = try page(pending)
        #expect(parent.waiting?.isAnswerable == true && parent.steps.isEmpty)
        #expect(try page(pending, isParent: false).waiting?.isAnswerable == false)
        let own = try #require(family.first { $0.role == .parent }).userID
        let asked = try page(decision(.decline, .policy, .pending, of: own))
        #expect(asked.waiting?.isAnswerable == false && asked.sub.hasPrefix("You asked on"))
        #expect(try page(pending, isParent: false).changing == nil)
        #expect(parent.changing?.changeHref.hasPrefix("/app/rules?for=") == true)
    }

    @Test("list twenty, and lead to those before them")
    func paging() throws {
        let list = { (count: Int, before: ID<Entity.Decision>?) in
            let audience = try audience()
            return DecisionsView(
                audience.inView.map { person in
                    DecisionsView.History(of: person, RulesTemplateTests.rows("a", count))
                },
                [],
                for: audience,
                in: DecisionsView.Window(.week, before: before),
                now: now,
                zone: .utc,
                formToken: "token",
                format
            )
        }
        #expect(try list(20, nil).older == nil)
        let more = try list(21, nil)
        #expect(more.lines.count == 20 && more.newest == nil && more.counts != nil)
        let last = ID<Entity.Decision>(RawID(high: 2, low: 1))
        #expect(more.older?.olderHref.hasSuffix("&range=7d&before=\(last.text)") == true)
        let older = try list(0, last)
        #expect(older.lines.isEmpty && older.nothingDecided != nil && older.counts == nil)
        #expect(older.newest?.hasSuffix("range=7d") == true)
        let html = Templates.html(more)
        #expect(html.contains("More<span class=\"hidden\">"))
        #expect(html.ranges(of: "href=\"/app/rules/decisions/").count == 20)
    }

    @Test(
        "count what stopped purchases, by limits, policies, places and the wallet",
        arguments: [
            (
                8, 8,
                "4 allowed, 1 of them by a parent · 1 stopped by a limit · 1 stopped by a policy"
                    + " · 1 stopped by a place · 1 stopped by the wallet"
            ),
            (1, 1, "1 allowed, 1 of them by a parent"), (0, 9, "Nothing was asked in this time."),
            (150, 1, "Of the newest 1: 1 allowed, 1 of them by a parent"),
        ]
    )
    func sums(asked: Int64, listed: Int, words: String) throws {
        let example = API.Guardian.spendingSummary.answers
        let summary = API.Guardian.Summary(
            range: example.range,
            spendCents: example.spendCents,
            chargeCount: example.chargeCount,
            authEvents: asked,
            riskyRate: example.riskyRate,
            overrideRate: example.overrideRate
        )
        let person = try #require(try audience().inView.first)
        let rows = RulesTemplateTests.rows("a", listed)
        let row = SumRow(DecisionsView.History(of: person, rows, summary), isAlone: true, format)
        #expect(row.detail == words)
    }
}
