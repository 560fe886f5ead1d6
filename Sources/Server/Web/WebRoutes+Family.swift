import Contract
import HTTPTypes
import Hummingbird
import Kernel
import Operations
import Web

/// The family: for parents all their children and each of them, for a child its own page.
extension WebRoutes {
    private static let pageSize: Int64 = 20

    func addFamily(to router: Router<PurserContext>) {
        addOwn(to: router)
        page(
            Frame.Place.family.path,
            on: router,
            post: { visit, form, _ in try await changeFamily(form, visit, of: nil) },
            get: { visit, request in
                let desk = try await desk(of: visit)
                guard desk.reader.role == .parent else { return try await showOwn(visit, desk) }
                let notices = try await answered(request, visit, desk)
                return try await showFamily(visit, desk, notices)
            }
        )
        page(
            "\(Frame.Place.family.path)/{child}",
            on: router,
            post: { visit, form, _ in
                try await changeFamily(form, visit, of: try Self.child(of: visit))
            },
            get: { visit, request in
                let page = try Self.pageNumber(of: request)
                return try await showChild(try Self.child(of: visit), visit, request, page: page)
            }
        )
    }

    private static func child(of visit: Visit) throws -> ID<Entity.Child> {
        guard let id = visit.context.parameters.get("child").flatMap({ ID<Entity.Child>($0) })
        else { throw Problem(.notFound) }
        return id
    }

    /// - Throws: ``Problem`` `notFound` for a page that no link leads to.
    static func pageNumber(of request: Request) throws -> Int64 {
        guard let text = try request.queryPairs().first(where: { $0.key == "page" })?.value else {
            return 1
        }
        guard let page = Int64(text), (1...Int64(Int32.max)).contains(page) else {
            throw Problem(.notFound)
        }
        return page
    }

    /// Does what a form asks for; where that cannot be done, its page is shown again as it was
    /// typed.
    private func changeFamily(
        _ form: PageForm,
        _ visit: Visit,
        of child: ID<Entity.Child>?
    ) async throws -> Response {
        do {
            let change = FamilyChange(visit: visit, form: form, child: child)
            return redirect(to: try await change.make())
        } catch let problem as Problem
            where [.invalid, .insufficientFunds, .conflict].contains(problem.kind)
        {
            let refused = RefusedFamilyForm(form, problem)
            if let child { return try await showChild(child, visit, nil, refused) }
            let desk = try await desk(of: visit)
            guard desk.reader.role == .parent else {
                return try await showOwn(visit, desk, refused)
            }
            return try await showFamily(visit, desk, refused.notices, refused)
        }
    }

    private func showFamily(
        _ visit: Visit,
        _ desk: Desk,
        _ notices: [Notice],
        _ refused: RefusedFamilyForm? = nil
    ) async throws -> Response {
        let view = try await familyView(visit, desk, notices, refused)
        return show(view, "Family", at: .family, desk, visit, refused?.status ?? .ok)
    }

    private func familyView(
        _ visit: Visit,
        _ desk: Desk,
        _ notices: [Notice],
        _ refused: RefusedFamilyForm?
    ) async throws -> FamilyView {
        var children: [FamilyView.Child] = []
        for item in try await visit.call(API.Allowance.familyChildren).children {
            let request = API.Allowance.ChildRequest(childID: item.childID)
            let done = API.Allowance.ChoresRequest(childID: item.childID, state: .done)
            children.append(
                FamilyView.Child(
                    item: item,
                    schedule: try await visit.call(API.Allowance.getSchedule, request),
                    done: try await visit.call(API.Allowance.listChores, done).chores
                )
            )
        }
        let names = children.map { ($0.item.userID, Self.name(of: $0.item)) }
        return FamilyView(
            familyName: desk.reader.familyName,
            children: children,
            requests: try await visit.call(
                API.Allowance.listMoneyRequests,
                API.Allowance.MoneyRequestsRequest(state: .pending)
            ).requests,
            pool: try await visit.call(API.Allowance.getPool),
            approvals: waiting(
                of: Dictionary(names, uniquingKeysWith: { first, _ in first }),
                visit,
                desk,
                back: Frame.Place.family.path
            ),
            notices: notices,
            forms(visit, refused, desk.currency),
            FamilyWords(desk.format, zone: desk.zone)
        )
    }

    private static func name(of child: API.Allowance.FamilyChildItem) -> String {
        child.firstName.isEmpty ? child.email : child.firstName
    }

    private func showChild(
        _ id: ID<Entity.Child>,
        _ visit: Visit,
        _ request: Request?,
        page: Int64 = 1,
        _ refused: RefusedFamilyForm? = nil
    ) async throws -> Response {
        let child = try await visit.call(
            API.Allowance.getChild,
            API.Allowance.ChildRequest(childID: id)
        )
        let desk = try await desk(of: visit)
        // A child has a page of its own, in its own words.
        guard desk.reader.role == .parent else { return redirect(to: Frame.Place.family.path) }
        var notices = refused?.notices ?? []
        if let request { notices += try await answered(request, visit, desk) }
        let name = child.firstName.isEmpty ? child.email : child.firstName
        let view = ChildView(
            try await answers(child, id, visit, page: page),
            approvals: waiting(
                of: [child.userID: name],
                visit,
                desk,
                back: ChildView.path(of: id)
            ),
            notices: notices,
            forms(visit, refused, desk.currency),
            FamilyWords(desk.format, zone: desk.zone)
        )
        let status = refused?.status ?? .ok
        return show(view, view.fullName, at: .family, desk, visit, status)
    }

    /// What a page of a child is made of.
    private func answers(
        _ child: API.Allowance.ChildDetailResponse,
        _ id: ID<Entity.Child>,
        _ visit: Visit,
        page: Int64
    ) async throws -> ChildAnswers {
        let request = API.Allowance.ChildRequest(childID: id)
        return ChildAnswers(
            child: child,
            history: try await history(of: id, visit, page: page),
            chores: try await visit.call(
                API.Allowance.listChores,
                API.Allowance.ChoresRequest(childID: id)
            ).chores,
            goals: try await visit.call(API.Allowance.listGoals, request),
            jars: try await visit.call(API.Allowance.getJars, request),
            schedule: try await visit.call(API.Allowance.getSchedule, request),
            requests: try await visit.call(
                API.Allowance.listMoneyRequests,
                API.Allowance.MoneyRequestsRequest()
            ).requests
        )
    }

    func history(
        of child: ID<Entity.Child>,
        _ visit: Visit,
        page: Int64
    ) async throws -> API.Allowance.TransactionListResponse {
        try await visit.call(
            API.Allowance.walletTransactions,
            API.Allowance.TransactionListRequest(
                childID: child,
                limit: PageNumber(Self.pageSize),
                offset: PageNumber((page - 1) * Self.pageSize)
            )
        )
    }

    func forms(
        _ visit: Visit,
        _ refused: RefusedFamilyForm?,
        _ currency: Currency
    ) -> PageForms {
        PageForms(
            token: visit.formToken,
            // Each showing of a page has one: the same form sent twice is one, two forms are two.
            key: session.newVisitor(),
            sent: refused?.sent,
            in: currency
        )
    }
}
