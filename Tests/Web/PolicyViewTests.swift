import Contract
import Kernel
import Testing

@testable import Web

@Suite("Pages of policies")
struct PolicyViewTests {
    private typealias Condition = API.Guardian.Condition

    private let format = PageFormat(languages: nil, currency: .usd)

    private func telling(
        as role: API.Allowance.Role = .parent,
        in currency: Currency = .usd
    ) -> PolicyTelling {
        let example = API.Allowance.currentMember.answers
        let reader = API.Allowance.UserResponse(
            userID: example.userID,
            email: example.email,
            firstName: example.firstName,
            lastName: example.lastName,
            role: role,
            familyID: example.familyID,
            familyName: example.familyName
        )
        return PolicyTelling(
            to: reader,
            of: API.Allowance.familyMembers.answers.members,
            in: .utc,
            currency,
            PageFormat(languages: nil, currency: currency)
        )
    }

    private func policy(
        _ state: API.Guardian.PolicyState,
        when condition: String = #"{"amount":{"at_least":500}}"#,
        message: String? = "Enough.",
        pending: API.Guardian.PolicyChange? = nil,
        askedBy author: ID<Entity.Member>? = nil
    ) throws -> API.Guardian.Policy {
        let reader = API.Allowance.currentMember.answers.userID
        let instant = GuardianTimestamp(Timestamp(seconds: 1_741_262_400))
        return API.Guardian.Policy(
            id: API.Guardian.getPolicy.answers.id,
            terms: API.Guardian.PolicyTerms(
                name: "Twenty a day",
                when: try Condition(condition),
                then: .decline,
                message: message
            ),
            state: state,
            version: 12,
            createdBy: reader,
            createdAt: instant,
            liveSince: state == .live ? instant : nil,
            pending: pending.map { change in
                API.Guardian.PendingChange(
                    change: change,
                    takesEffectAt: instant,
                    askedBy: author ?? reader
                )
            }
        )
    }

    /// A form with a part of each kind but some, each wrong, and what was tried.
    private func draft() -> PolicyView.Draft {
        var fields = PolicyFields()
        fields.name = "Late games"
        fields.parts = [
            PolicyPart(.time, ["fri": "on", "from": "21:00"]), PolicyPart(.spent),
            PolicyPart(.category, isNot: true, ["category": "games\nfun"]),
        ]
        var draft = PolicyView.Draft(fields)
        draft.problems = [
            "name": "n", "member": "m", "action": "a", "message": "e", "parts": "p", "p0": "q",
            "p0_days": "d", "p1_of": "o", "p1_more_than": "w", "p2_category": "c",
        ]
        draft.trial = API.Guardian.backtestPolicies.answers
        draft.triedFrom = CivilDay("2025-01-01")
        draft.isGrown = true
        return draft
    }

    @Test("name nothing that their views do not have")
    func words() throws {
        var check = TemplateCheck()
        let (parent, child) = (telling(), telling(as: .child))
        let retiring = API.Guardian.PolicyChange(state: .retired)
        let other = API.Allowance.familyMembers.answers.members.last?.userID
        let pending = try policy(.live, pending: retiring, askedBy: other)
        let standing = PolicyView.Standing(
            pending,
            shadow: API.Guardian.getPolicyShadow.answers,
            waitingHours: 24
        )
        var typed = draft()
        try check.check("policy", PolicyView(standing, typed, formToken: "t", parent))
        try check.check("policy", PolicyView(nil, typed, formToken: "t", child))
        typed.fields.json = "{}"
        typed.problems = ["json": "j", "member": "m"]
        let notices = [Notice(.good, "Done")]
        try check.check("policy", PolicyView(nil, typed, notices: notices, formToken: "t", child))
        try check.check("policy", PolicyView(standing, typed, formToken: "t", child))
        let empty = PolicyView.Draft(PolicyFields())
        try check.check("policy", PolicyView(nil, empty, formToken: "t", parent))
        for telling in [parent, child] {
            let list = try [pending, policy(.draft)]
            let full = PoliciesView(
                list,
                friction: API.Guardian.getFriction.answers,
                typed: PoliciesView.TypedHours("a", "b"),
                notices: notices,
                formToken: "t",
                telling
            )
            try check.check("policies", full)
            let none = PoliciesView([], friction: nil, formToken: "t", telling)
            try check.check("policies", none)
        }
        #expect(check.unknown == [])
        for word in [
            "policies: sentence", "policies: setting", "policies: laterHours",
            "policies: meaning", "empty-state: wayHref",
            "policy-pending: until", "policy: whyNot", "policy: told",
            "policy-form: json", "policy-form: memberField", "policy-form: memberProblem",
            "policy-part: check", "policy-part: daysProblem", "policy-part: partProblem",
            "text-field: fieldProblem", "text-field: fieldLines", "text-field: words",
            "table: cells", "table: sum", "bars: width", "policy: happens",
        ] { #expect(check.known.contains(word), "\(word)") }
    }

    @Test("escape whatever is put into them")
    func escaping() throws {
        let evil = #"</textarea><script>alert("1")</script>"#
        var fields = PolicyFields()
        (fields.name, fields.message, fields.member) = (evil, evil, evil)
        (fields.action, fields.months, fields.version) = (evil, evil, evil)
        fields.parts = PolicyPart.Kind.allCases.prefix(PolicyPart.most).map { kind in
            let names = kind.fieldNames
            return PolicyPart(kind, Dictionary(uniqueKeysWithValues: names.map { ($0, evil) }))
        }
        let standing = PolicyView.Standing(
            try policy(.live, when: #"{"merchant":["<script>"]}"#, message: evil)
        )
        let page = { (fields: PolicyFields) in
            Templates.html(
                PolicyView(standing, PolicyView.Draft(fields), formToken: evil, telling())
            )
        }
        let parts = page(fields)
        fields.json = evil
        for html in [parts, page(fields)] {
            #expect(!html.contains("<script"))
            #expect(html.contains("&lt;script&gt;alert(&quot;1&quot;)"))
        }
    }

    @Test(
        "say a condition in a sentence",
        arguments: [
            (#"{"amount":{"at_least":500}}"#, "the amount is $5.00 or more"),
            (#"{"not":{"amount":{"at_most":500}}}"#, "the amount is more than $5.00"),
            (#"{"amount":{"at_least":1,"at_most":99}}"#, "the amount is from $0.01 to $0.99"),
            (
                #"{"all":[{"category":["fun","games"]},{"not":{"merchant":["steam"]}}]}"#,
                "the category is fun or games and the merchant is not steam"
            ),
            (
                #"{"not":{"any":[{"mcc":["5812"]},{"first_time":"merchant"}]}}"#,
                "the merchant's code is not 5812 and it is not the first purchase at this merchant"
            ),
            (
                #"{"any":[{"all":[{"wallet":{"left_less_than":0}},{"amount":{"at_most":1}}]},{"#
                    + #""avoidable":{"at_least":0.7}}]}"#,
                "(the wallet is left with less than $0.00 and the amount is $0.01 or less) or "
                    + "its avoidable score is 0.7 or more"
            ),
            (
                #"{"time":{"days":["fri","sat"],"from":"21:00","to":"06:30"}}"#,
                "it is from 21:00 to 06:30 on Friday or Saturday"
            ),
            (
                #"{"spent":{"window":"day","of":"purchases","more_than":2000}}"#,
                "what the member spends that day, this purchase included, is more than $20.00"
            ),
            (
                #"{"count":{"window":{"hours":24},"over":["household","merchant"],"#
                    + #""of":"declines","more_than":3}}"#,
                "refused purchases of the household at this merchant in the last 24 hours, "
                    + "this one included, are more than 3"
            ),
            (
                #"{"not":{"place":{"within_m":300,"of":{"geofence":4},"unknown":true}}}"#,
                "the member is known not to be within 300 m of place 4"
            ),
        ]
    )
    func sentences(condition: String, words: String) throws {
        #expect(PolicyWords(format).sentence(try Condition(condition)) == words)
    }

    @Test("name the places and goals of a condition that the reader may see")
    func names() throws {
        var names = PolicyNames()
        names.add(API.Guardian.listGeofences.answers, of: nil)
        names.add(API.Allowance.listGoals.answers.goals, of: "Cleo")
        let (fence, goal) = try (
            #require(API.Guardian.listGeofences.answers.first),
            #require(API.Allowance.listGoals.answers.goals.first)
        )
        let json =
            #"{"all":[{"place":{"of":{"geofence":\#(fence.id)},"within_m":300,"unknown":true}},"#
            + #"{"goal":{"id":"\#(goal.id.text)","short_by_more_than":500}}]}"#
        let condition = try Condition(json)
        #expect(
            PolicyWords(format, names).sentence(condition)
                == "the member is within 300 m of “\(fence.name)”, or nobody knows where and "
                + "the goal “\(goal.name)” lacks more than $5.00"
        )
        #expect(condition.fences == [fence.id] && condition.namesSomething)
        #expect(try !Condition(#"{"amount":{"at_least":1}}"#).namesSomething)

        let policy = try policy(.live, when: json)
        let fields = PolicyFields(policy, in: .usd)
        #expect(
            fields.parts == [
                PolicyPart(
                    .place,
                    ["geofence": String(fence.id), "within_m": "300", "unknown": "yes"]
                ),
                PolicyPart(.goal, ["id": goal.id.text, "short_by_more_than": "5.00"]),
            ]
        )
        var telling = telling()
        let form = { (telling: PolicyTelling) in
            let draft = PolicyView.Draft(fields)
            return Templates.html(PolicyView(.init(policy), draft, formToken: "t", telling))
        }
        #expect(form(telling).contains(">place \(fence.id)</option>"))
        telling.names = names
        let html = form(telling)
        #expect(html.contains("<option value=\"\(fence.id)\" selected>\(fence.name)</option>"))
        #expect(html.contains("selected>\(goal.name), Cleo</option>"))
    }

    @Test("say who may let a change take effect sooner by who there is")
    func alone() throws {
        let pending = try policy(.live, pending: API.Guardian.PolicyChange(state: .retired))
        let reader = API.Allowance.currentMember.answers
        let others = API.Allowance.familyMembers.answers.members.filter { $0.role == .child }
        let list = { (telling: PolicyTelling) in
            Templates.html(
                PoliciesView(
                    [pending],
                    friction: API.Guardian.getFriction.answers,
                    formToken: "t",
                    telling
                )
            )
        }
        let alone = list(PolicyTelling(to: reader, of: others, in: .utc, .usd, format))
        #expect(alone.contains("Only another parent could let it take effect sooner"))
        #expect(alone.contains("lets more purchases through waits 24 hours."))
        let second = API.Allowance.FamilyMember(
            userID: ID(.zero),
            email: "b@doe.example",
            firstName: "Ben",
            lastName: "",
            role: .parent
        )
        let both = list(PolicyTelling(to: reader, of: others + [second], in: .utc, .usd, format))
        #expect(both.contains("Another parent may let it take effect now."))
        #expect(both.contains("another parent may let it take effect earlier"))
        for page in [alone, both] {
            #expect(page.contains("From Thursday, March 6 at 12:00 on it waits 1 hour."))
        }
    }

    @Test("count the parts of a condition that is too long for a sentence")
    func longSentence() throws {
        let parts = Array(repeating: #"{"amount":{"at_least":1}}"#, count: 9)
        let condition = try Condition(#"{"any":[\#(parts.joined(separator: ","))]}"#)
        #expect(PolicyWords(format).sentence(condition) == "its condition of 9 parts is true")
    }

    @Test("show a condition as parts where there are such parts")
    func parts() throws {
        let condition =
            #"{"any":[{"not":{"category":["fun","games"]}},{"amount":{"at_least":1250}},"#
            + #"{"spent":{"window":{"hours":24},"over":["category","household"],"#
            + #""of":"approvals","more_than":5}},{"time":{"days":["sun"],"to":"06:30"}},"#
            + #"{"avoidable":{"at_least":0.5}}]}"#
        let fields = PolicyFields(try policy(.draft, when: condition), in: .usd)
        #expect(fields.json == nil && !fields.needsAll)
        let spent = [
            "window": "hours", "hours": "24", "over": "household category", "of": "approvals",
            "more_than": "0.05",
        ]
        #expect(
            fields.parts == [
                PolicyPart(.category, isNot: true, ["category": "fun\ngames"]),
                PolicyPart(.amount, ["at_least": "12.50"]), PolicyPart(.spent, spent),
                PolicyPart(.time, ["sun": "on", "to": "06:30"]),
                PolicyPart(.avoidable, ["at_least": "0.5"]),
            ]
        )
    }

    @Test(
        "show a condition that has no such parts as JSON",
        arguments: [
            #"{"all":[{"any":[{"amount":{"at_least":1}}]}]}"#,
            #"{"place":{"of":{"lat":1,"lon":2},"within_m":5}}"#,
            #"{"not":{"not":{"amount":{"at_least":1}}}}"#,
            #"{"all":[{"mcc":["1"]},{"mcc":["2"]},{"mcc":["3"]},{"mcc":["4"]},{"mcc":["5"]},"#
                + #"{"mcc":["6"]},{"mcc":["7"]}]}"#,
        ]
    )
    func nested(condition: String) throws {
        let fields = PolicyFields(try policy(.draft, when: condition), in: .usd)
        #expect(fields.json == condition && fields.parts == [])
    }

    @Test("write amounts with the decimals that people type")
    func amounts() throws {
        let (yen, dinar) = try (
            #require(Currency(code: "JPY")), #require(Currency(code: "KWD"))
        )
        #expect(PolicyAmount.text(minor: 1_205, in: .usd) == "12.05")
        #expect(PolicyAmount.text(minor: 1_205, in: yen) == "1205")
        #expect(PolicyAmount.text(minor: 12_050, in: dinar) == "12.05")
        #expect(PolicyAmount.text(minor: 12_051, in: dinar) == nil)
        #expect(PolicyAmount.minor(hundredths: 1_205, in: .usd) == 1_205)
        #expect(PolicyAmount.minor(hundredths: 120_500, in: yen) == 1_205)
        #expect(PolicyAmount.minor(hundredths: 1_205, in: yen) == nil)
        #expect(PolicyAmount.minor(hundredths: 1_205, in: dinar) == 12_050)
        #expect(PolicyAmount.minor(hundredths: .max, in: dinar) == nil)
    }

    @Test("offer a child only what it may do")
    func offers() throws {
        let (parent, child) = (telling(), telling(as: .child))
        let empty = PolicyView.Draft(PolicyFields())
        let live = PolicyView.Standing(try policy(.live), waitingHours: 24)
        let forAll = PolicyView(live, empty, formToken: "t", child)
        #expect(forAll.form == nil && forAll.steps == nil && forAll.whyNot != nil)
        let steps = try #require(PolicyView(live, empty, formToken: "t", parent).steps)
        #expect(steps.choices.map(\.step) == ["shadow", "draft"])
        #expect(steps.choices.allSatisfy { $0.happens.hasPrefix("Waits 24 hours") })
        #expect(steps.ending?.step == "retired")
        let form = try #require(PolicyView(nil, empty, formToken: "t", child).form)
        #expect(form.memberField == nil && form.member == child.reader.text)
    }

    @Test("say what came of a deed, and nothing of what did not happen")
    func deeds() throws {
        let notice = { (deed: String, policy: API.Guardian.Policy) in
            PolicyView.notice(of: deed, policy, telling())?.text
        }
        let retiring = API.Guardian.PolicyChange(state: .retired)
        let waiting = try policy(.live, pending: retiring)
        let later = try #require(notice("retired", waiting))
        #expect(later.contains("Thursday, March 6 at 12:00"))
        #expect(try notice("retired", policy(.live)) == nil)
        #expect(try notice("live", policy(.live))?.hasPrefix("It is live from now on") == true)
        #expect(try notice("cancelled", policy(.live)) != nil)
        #expect(notice("cancelled", waiting) == nil)
        #expect(notice("<script>", waiting) == nil)
    }
}
