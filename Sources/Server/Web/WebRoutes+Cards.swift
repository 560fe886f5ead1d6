import Contract
import HTTPTypes
import Hummingbird
import Kernel
import Operations
import Web

/// The wallet of cards, the catalogue they are added from, and what was missed.
extension WebRoutes {
    /// How many cards of the catalogue a page shows.
    private static let catalogueCards: Int64 = 20
    /// How many months are shown of what was missed.
    private static let missedMonths = 6

    func addCards(to router: Router<PurserContext>) {
        page(
            Frame.Place.cards.path,
            on: router,
            post: nil,
            get: { visit, request in try await showCards(visit, request) }
        )
        page(
            "\(Frame.Place.cards.path)/{id}/remove",
            on: router,
            post: { visit, _, _ in try await removeCard(visit) },
            get: nil
        )
        page(
            CardsView.addPath,
            on: router,
            post: { visit, form, request in try await addCard(form, visit, request) },
            get: { visit, request in try await catalogue(visit, try Self.catalogueWindow(request)) }
        )
        page(
            CardsView.missedPath,
            on: router,
            post: nil,
            get: { visit, request in try await showMissed(visit, request) }
        )
    }

    // MARK: The wallet

    private func showCards(_ visit: Visit, _ request: Request) async throws -> Response {
        var question = CardChoiceView.Question()
        var (added, removed): (String?, String?)
        for (key, value) in try request.queryPairs() {
            switch key {
            case "merchant": question.merchant = value
            case "kind": question.kind = value
            case "amount": question.amount = String(value.trimmingPrefix { $0.isWhitespace })
            case "added": added = value
            case "removed": removed = value
            default: break
            }
        }
        let desk = try await desk(of: visit)
        let cards = try await visit.call(API.Rewards.listCards).cards
        let (answer, problems) = try await recommendation(question, visit)
        let view = CardsView(
            cards,
            accounts: desk.accounts.accounts,
            choice: CardChoiceView(
                question,
                answer: answer,
                problems: problems,
                currency: desk.currency.code,
                desk.format
            ),
            isChild: desk.reader.role == .child,
            today: desk.zone.day(of: services.now()),
            zone: desk.zone,
            notices: Self.notices(cards, added: added, removed: removed),
            formToken: visit.formToken,
            desk.format
        )
        let status: HTTPResponse.Status = problems.isEmpty ? .ok : .badRequest
        return show(view, "Cards", at: .cards, desk, visit, status)
    }

    /// What was done, as far as the wallet bears it out: an address says what anybody likes.
    private static func notices(
        _ cards: [API.Rewards.CreditCard],
        added: String?,
        removed: String?
    ) -> [Notice] {
        if let card = cards.first(where: { $0.id.text == added }) {
            return [Notice(.good, "\(card.name) is in your wallet")]
        }
        guard let removed, ID<Entity.RewardCard>(removed) != nil,
            !cards.contains(where: { $0.id.text == removed })
        else { return [] }
        return [Notice(.good, "The card is in your wallet no more")]
    }

    /// The best card for what was typed, or what is wrong with that; neither where nothing was.
    private func recommendation(
        _ question: CardChoiceView.Question,
        _ visit: Visit
    ) async throws -> (API.Rewards.RecommendationResponse?, [String: String]) {
        guard !question.isEmpty else { return (nil, [:]) }
        let merchant = question.merchant.filter { !$0.isWhitespace }
        if merchant.isEmpty, question.kind.isEmpty {
            return (nil, ["merchant": "say where, or choose a kind"])
        }
        var amount: DecimalAmount?
        if !question.amount.isEmpty {
            guard let hundredths = TypedAmount.hundredths(question.amount) else {
                return (nil, ["amount": "must be an amount, such as 12.50"])
            }
            amount = DecimalAmount(minor: hundredths)
        }
        let category = API.Rewards.SpendingCategory(rawValue: question.kind)
        guard question.kind.isEmpty || category != nil else {
            return (nil, ["spendingCategory": "is none of the kinds"])
        }
        do {
            let answer = try await visit.call(
                API.Rewards.recommendCard,
                API.Rewards.RecommendationRequest(
                    userQuery: Self.cardQuery(question.merchant),
                    spendingCategory: category,
                    merchant: question.merchant,
                    amount: amount
                )
            )
            return (answer, [:])
        } catch let problem as Problem where problem.kind == .invalid && !problem.faults.isEmpty {
            var problems = Self.problems(problem)
            // Its sentence says what to do, in the reader's own language.
            if problems["userCards"] != nil { problems["userCards"] = problem.message }
            return (nil, problems)
        }
    }

    /// The purchase in words, by which a merchant that is not known may still tell its kind.
    ///
    /// A number in a merchant's name is no amount, so none is said.
    static func cardQuery(_ merchant: String) -> String {
        "Which card for \(merchant.filter { !$0.isNumber }.prefix(200))?"
    }

    /// What is wrong with fields, by their names.
    private static func problems(_ problem: Problem) -> [String: String] {
        Dictionary(
            problem.faults.map { ($0.field, $0.rule) },
            uniquingKeysWith: { first, _ in first }
        )
    }

    private func removeCard(_ visit: Visit) async throws -> Response {
        guard let id = visit.context.parameters.get("id").flatMap(ID<Entity.RewardCard>.init)
        else { throw Problem(.notFound) }
        _ = try await visit.call(API.Rewards.deleteCard, API.Rewards.CardReference(id))
        return redirect(to: "\(Frame.Place.cards.path)?removed=\(id.text)")
    }

    // MARK: The catalogue

    private static func catalogueWindow(_ request: Request) throws -> AddCardView.Window {
        var window = AddCardView.Window()
        for (key, value) in try request.queryPairs() {
            switch key {
            case "q": window.words = value
            case "from":
                guard let offset = Int64(value), (0...Int64(Int32.max)).contains(offset) else {
                    throw Problem(.notFound)
                }
                window.offset = offset
            default: break
            }
        }
        return window
    }

    private func addCard(
        _ form: PageForm,
        _ visit: Visit,
        _ request: Request
    ) async throws -> Response {
        let window = try Self.catalogueWindow(request)
        let typed = AddCardView.Typed(
            card: form["card"],
            name: form["name"],
            account: form["account"]
        )
        let account = ID<Entity.Account>(typed.account)
        guard typed.account.isEmpty || account != nil else {
            return try await catalogue(visit, window, typed, ["accountId": "is no account"])
        }
        let name = typed.name.contains { !$0.isWhitespace } ? typed.name : nil
        do {
            let card = try await visit.call(
                API.Rewards.addCatalogueCard,
                API.Rewards.CatalogueChoice(card: typed.card, name: name, accountID: account),
                key: FormKey.key(of: form, saying: [typed.card, typed.name, typed.account])
            )
            return redirect(to: "\(Frame.Place.cards.path)?added=\(card.id.text)")
        } catch let problem as Problem where [.invalid, .conflict].contains(problem.kind) {
            return try await catalogue(visit, window, typed, Self.problems(problem), problem)
        }
    }

    private func catalogue(
        _ visit: Visit,
        _ window: AddCardView.Window,
        _ typed: AddCardView.Typed? = nil,
        _ refused: [String: String] = [:],
        _ refusal: Problem? = nil
    ) async throws -> Response {
        let desk = try await desk(of: visit)
        let (list, unread) = try await cards(of: window, visit)
        let problems = refused.merging(unread) { first, _ in first }
        // What no field of the form shows is said above all of them.
        let isShown = problems["name"] != nil || problems["accountId"] != nil
        let view = AddCardView(
            list,
            window,
            pageSize: Self.catalogueCards,
            accounts: desk.accounts.accounts,
            typed: typed,
            problems: problems,
            notices: isShown ? [] : refusal.map { [Notice(.bad, $0.message)] } ?? [],
            key: FormKey.fresh(),
            formToken: visit.formToken,
            desk.format
        )
        let kind = refusal?.kind ?? (problems.isEmpty ? nil : .invalid)
        let status = kind.map { HTTPResponse.Status(code: $0.status) } ?? .ok
        return show(view, "Add a card", at: .cards, desk, visit, status)
    }

    private func cards(
        of window: AddCardView.Window,
        _ visit: Visit
    ) async throws -> (API.Rewards.CatalogueList?, [String: String]) {
        do {
            let list = try await visit.call(
                API.Rewards.searchCardCatalogue,
                API.Rewards.CatalogueRequest(
                    q: window.words.isEmpty ? nil : window.words,
                    limit: PageNumber(Self.catalogueCards),
                    offset: PageNumber(window.offset)
                )
            )
            return (list, [:])
        } catch let problem as Problem where problem.kind == .invalid && !problem.faults.isEmpty {
            return (nil, Self.problems(problem))
        }
    }

    // MARK: What was missed

    private func showMissed(_ visit: Visit, _ request: Request) async throws -> Response {
        let desk = try await desk(of: visit)
        let today = desk.zone.day(of: services.now()).month
        let months = (0..<Self.missedMonths).map { today.adding(months: -$0) }
        var (shown, isCompared) = (today, false)
        for (key, value) in try request.queryPairs() {
            switch key {
            case "month":
                guard let month = CivilMonth(value), months.contains(month) else {
                    throw Problem(.notFound)
                }
                shown = month
            case "compare": isCompared = true
            default: break
            }
        }
        var answers: [API.Rewards.MissedRewards] = []
        // Each month reads the purchases of its limits' periods.
        for month in isCompared ? months : [shown] {
            answers.append(
                try await visit.call(
                    API.Rewards.missedRewards,
                    API.Rewards.MissedRequest(month: WireMonth(month))
                )
            )
        }
        let view = MissedRewardsView(answers, of: months, shown: shown, desk.format)
        return show(view, "What was missed", at: .cards, desk, visit)
    }
}
