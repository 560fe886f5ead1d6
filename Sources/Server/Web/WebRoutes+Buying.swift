import Contract
import HTTPTypes
import Hummingbird
import Kernel
import Operations
import Web

/// May I buy this?
extension WebRoutes {
    func addBuying(to router: Router<PurserContext>) {
        page(
            Frame.Place.buy.path,
            on: router,
            post: { visit, form, _ in try await askToBuy(form, visit) },
            get: { visit, request in try await showBuying(visit, request) }
        )
        page(
            BuyView.allowPath,
            on: router,
            post: { visit, form, _ in try await allowOnce(form, visit) },
            get: nil
        )
    }

    private func showBuying(_ visit: Visit, _ request: Request) async throws -> Response {
        var question = BuyView.Question()
        for (key, value) in try request.queryPairs() {
            switch key {
            case "merchant": question.merchant = value
            case "amount": question.amount = value
            case "category": question.category = value
            default: break
            }
        }
        let buyer = try await Buyer(visit)
        let notices = try await answered(request, visit, buyer.desk)
        return try await buying(buyer, question, notices: notices)
    }

    private func askToBuy(_ form: PageForm, _ visit: Visit) async throws -> Response {
        let before = await position(for: visit)
        let question = BuyView.Question(
            merchant: form["merchant"],
            amount: form["amount"],
            category: String(form["category"].trimmingPrefix { $0 == " " })
        )
        var buyer = try await Buyer(visit)
        if !form["worth"].isEmpty { return try await judge(question, form, buyer) }
        guard let amount = TypedAmount.minor(question.amount, in: buyer.currency) else {
            let problems = ["amount_cents": "must be an amount, such as 12.50"]
            return try await buying(buyer, question, problems: problems)
        }
        do {
            let answer = try await visit.call(
                API.Guardian.authorizePurchase,
                API.Guardian.AuthorizeRequest(
                    amountCents: amount,
                    merchant: question.merchant,
                    category: question.category.isEmpty ? nil : question.category
                )
            )
            // What is known of it besides; a decision stands without.
            let advice = await PurchaseAdvice(
                on: question,
                costing: amount,
                answered: answer,
                for: buyer,
                now: services.now()
            )
            // Asked for anew: the decision may have been one that asks a parent. What is said to
            // that is shown while somebody looks at the decision, which stays.
            buyer.visit.position = before
            buyer.visit.approvals = nil
            let approvals = try await approvals(for: buyer)
            var response = try await buying(
                buyer,
                question,
                answer: await buyer.answer(answer, to: question, costing: amount, approvals),
                advice: advice,
                approvals: approvals
            )
            // The page holds the question itself; another one begins empty.
            response.headers[.setCookie] = session.taken(form)
            return response
        } catch let problem as Problem where problem.kind == .invalid && !problem.faults.isEmpty {
            let problems = Dictionary(
                problem.faults.map { ($0.field, $0.rule) },
                uniquingKeysWith: { first, _ in first }
            )
            return try await buying(buyer, question, problems: problems)
        }
    }

    /// Keeps whether the reader finds a purchase worth it, and says so above what was asked.
    private func judge(
        _ question: BuyView.Question,
        _ form: PageForm,
        _ buyer: Buyer
    ) async throws -> Response {
        guard let decision = ID<Entity.Decision>(form["decision"]),
            ["yes", "no"].contains(form["worth"])
        else { throw Problem(.notFound) }
        let isWorthIt = form["worth"] == "yes"
        _ = try await buyer.visit.call(
            API.Guardian.giveFeedback,
            API.Guardian.FeedbackRequest(decisionID: decision, avoidable: !isWorthIt),
            key: FormKey.key(of: form, saying: [form["decision"], form["worth"]])
        )
        let word = isWorthIt ? "it is worth it to you" : "you can do without it"
        let notice = Notice(.good, "Kept: \(word). Your next figures learn from that.")
        return try await buying(buyer, question, notices: [notice])
    }

    /// Allows the reader, who is a parent, what was declined; and goes back to asking.
    private func allowOnce(_ form: PageForm, _ visit: Visit) async throws -> Response {
        let fields = ["merchant", "amount", "category"].map { ($0, form[$0]) }
        let currency = try await currency(of: visit)
        guard let amount = TypedAmount.minor(form["amount"], in: currency) else {
            throw Problem.invalid([Fault(field: "amount", rule: "must be an amount")])
        }
        _ = try await visit.call(
            API.Guardian.createOverride,
            API.Guardian.OverrideRequest(amountCents: amount, merchant: form["merchant"]),
            key: FormKey.key(of: form, saying: fields.map(\.1))
        )
        let query = fields.filter { !$0.1.isEmpty }
            .map { "\($0.0)=\(PercentCoding.encoded($0.1))" }.joined(separator: "&")
        return redirect(to: "\(Frame.Place.buy.path)?\(query)")
    }

    /// What was asked about, as far as the reader knows of it: what waits, and for a child also
    /// what was answered.
    private func approvals(for buyer: Buyer) async throws -> [API.Guardian.Approval] {
        if buyer.isParent, let known = buyer.visit.approvals { return known }
        return try await buyer.visit.call(
            API.Guardian.listApprovals,
            API.Guardian.ApprovalsRequest(state: buyer.isParent ? .pending : nil)
        )
    }

    /// What the reader was allowed once lately, as the API lists it.
    func overrides(_ visit: Visit) async throws -> [API.Guardian.OverrideRow] {
        try await visit.call(
            API.Guardian.listOverrides,
            API.Guardian.AnalyticsRequest(range: .week)
        )
    }

    private func buying(
        _ buyer: Buyer,
        _ question: BuyView.Question,
        answer: PurchaseAnswer? = nil,
        advice: PurchaseAdvice? = nil,
        approvals known: [API.Guardian.Approval]? = nil,
        problems: [String: String] = [:],
        notices: [Notice] = []
    ) async throws -> Response {
        let visit = buyer.visit
        var asked = known ?? []
        if known == nil { asked = try await approvals(for: buyer) }
        let pending = asked.filter { $0.state == .pending }
        let names = pending.isEmpty ? [:] : try await names(visit)
        let now = services.now()
        let view = BuyView(
            question,
            answer: answer,
            score: advice?.score,
            card: advice?.card,
            left: advice.flatMap { LeftAfter($0.left, buyer.format) },
            waiting: pending.map { approval in
                ApprovalView(
                    approval,
                    askedBy: names[approval.userID],
                    isParent: buyer.isParent,
                    now: now,
                    formToken: visit.formToken,
                    back: Frame.Place.buy.path,
                    buyer.format
                )
            },
            purchases: OwnPurchases(
                OwnPurchases.Answers(
                    overrides: try await overrides(visit),
                    approvals: asked.filter { $0.state == .refused }
                ),
                currency: buyer.currency,
                now: now,
                zone: buyer.desk.zone,
                buyer.format
            ),
            problems: problems,
            notices: notices,
            currency: buyer.currency.code,
            formToken: visit.formToken,
            buyer.format
        )
        let status: HTTPResponse.Status = problems.isEmpty ? .ok : .badRequest
        return show(view, "May I buy this?", at: .buy, buyer.desk, visit, status)
    }
}

/// Who asks whether to buy something.
struct Buyer: Sendable {
    var visit: Visit
    let desk: WebRoutes.Desk

    init(_ visit: Visit) async throws {
        self.visit = visit
        desk = try await WebRoutes.Desk(visit)
    }

    var currency: Currency { desk.currency }
    var format: PageFormat { desk.format }
    var isParent: Bool { desk.reader.role == .parent }

    /// The answer to a purchase, with what there is to do about it.
    ///
    /// A parent allows itself what was declined, but not where another parent was asked.
    func answer(
        _ answer: API.Guardian.AuthorizeResponse,
        to question: BuyView.Question,
        costing amount: Int64,
        _ approvals: [API.Guardian.Approval]
    ) async -> PurchaseAnswer {
        let isAsked = approvals.contains { approval in
            approval.state == .pending && approval.userID == visit.bearer.member
                && approval.amountCents == amount
                && Self.isSame(approval.merchant, as: question.merchant)
        }
        let next: PurchaseAnswer.NextStep
        switch (answer.decision, answer.reason) {
        case (.approve, _), (_, .insufficientFunds): next = .none
        case _ where isAsked:
            let whom = isParent ? "Another parent was" : "Your parents were"
            next = .asked("\(whom) asked. Once it is allowed, ask here again within five minutes.")
        case _ where isParent: next = .override(permit(question))
        default: next = .none
        }
        let isOfPolicy = answer.reason == .policy || answer.reason == .policyWarn
        let policies = isOfPolicy ? await livePolicies() : []
        let way = PurchaseAnswer.Way(from: answer, for: desk.reader, among: policies)
        return PurchaseAnswer(answer, next: next, to: way)
    }

    /// The policies that are in force, as far as the reader sees them; none where that fails.
    private func livePolicies() async -> [API.Guardian.Policy] {
        let asked = API.Guardian.PoliciesRequest(state: .live)
        return (try? await visit.call(API.Guardian.listPolicies, asked).policies) ?? []
    }

    private func permit(_ question: BuyView.Question) -> ActionForm {
        ActionForm(
            BuyView.allowPath,
            formToken: visit.formToken,
            hidden: [
                "key": FormKey.fresh(), "merchant": question.merchant,
                "amount": question.amount, "category": question.category,
            ],
            button: "Yes, allow it once",
            isQuiet: true,
            asking: ActionForm.Question(
                "Allow it once anyway",
                """
                Exactly this amount at this merchant is allowed once, within five minutes, and \
                kept in the history. The rules stay as they are.
                """
            )
        )
    }

    /// Whether two names are of one merchant: the API compares them alike.
    private static func isSame(_ name: String, as other: String) -> Bool {
        let words = { (name: String) in name.lowercased().split(whereSeparator: \.isWhitespace) }
        return words(name) == words(other)
    }
}
