import Contract
import Hummingbird
import Kernel
import Operations
import Web

/// May I buy this?
extension WebRoutes {
    func showBuying(_ visit: Visit) async throws -> Response { try await buying(visit) }

    func askToBuy(_ form: PageForm, _ visit: Visit) async throws -> Response {
        let question = BuyView.Question(
            merchant: form["merchant"],
            amount: form["amount"],
            category: form["category"]
        )
        guard let amount = TypedAmount.hundredths(question.amount) else {
            return try await buying(
                visit,
                question,
                problems: ["amount_cents": "must be an amount, such as 12.50"]
            )
        }
        do {
            let category = question.category.trimmingPrefix { $0 == " " }
            let answer = try await visit.call(
                API.Guardian.authorizePurchase,
                API.Guardian.AuthorizeRequest(
                    amountCents: amount,
                    merchant: question.merchant,
                    category: category.isEmpty ? nil : String(category)
                )
            )
            return try await buying(visit, question, answer: answer)
        } catch let problem as Problem where problem.kind == .invalid && !problem.faults.isEmpty {
            let problems = problem.faults.map { ($0.field, $0.rule) }
            return try await buying(
                visit,
                question,
                problems: Dictionary(problems, uniquingKeysWith: { first, _ in first })
            )
        }
    }

    private func buying(
        _ visit: Visit,
        _ question: BuyView.Question = BuyView.Question(),
        answer: API.Guardian.AuthorizeResponse? = nil,
        problems: [String: String] = [:]
    ) async throws -> Response {
        let reader = try await visit.call(API.Allowance.currentMember)
        let currency = try await currency(of: visit)
        let format = visit.format(in: currency)
        let view = BuyView(
            question,
            answer: answer.map { PurchaseAnswer($0, format) },
            problems: problems,
            currency: currency.code,
            formToken: visit.formToken
        )
        let page = templates.document(
            view,
            in: frame("May I buy this?", .buy, reader, visit, format)
        )
        return html(page, problems.isEmpty ? .ok : .badRequest)
    }
}
