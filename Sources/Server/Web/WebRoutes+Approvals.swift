import Contract
import Hummingbird
import Kernel
import Operations
import Web

/// Purchases that somebody asked about: how they are answered, and what the page says of it.
extension WebRoutes {
    func addApprovals(to router: Router<PurserContext>) {
        page(
            "\(WebApp.home)/approvals/{id}",
            on: router,
            post: { visit, form, _ in try await answerApproval(form, visit) },
            get: nil
        )
    }

    /// Answers a purchase, and goes back to where it was answered.
    private func answerApproval(_ form: PageForm, _ visit: Visit) async throws -> Response {
        guard let id = visit.context.parameters.get("id").flatMap({ Int64($0) }),
            let decision = API.Guardian.ApprovalDecision(rawValue: form["decision"])
        else { throw Problem(.notFound) }
        do {
            _ = try await visit.call(
                API.Guardian.decideApproval,
                API.Guardian.ApprovalAnswer(id: id, decision: decision)
            )
        } catch let problem as Problem where problem.kind == .conflict {
            // Somebody was faster, or a day has passed: the page says what became of it.
        }
        let back = Self.ownPath(form["back"])
        let sign = back.contains("?") ? "&" : "?"
        return redirect(to: "\(back)\(sign)answered=\(id)&with=\(decision.rawValue)")
    }

    /// What came of an answer that the reader gave, as far as the books bear it out: an address
    /// says what anybody likes.
    func answered(_ request: Request, _ visit: Visit, _ desk: Desk) async throws -> [Notice] {
        let pairs = try request.queryPairs()
        let asked = { (key: String) in pairs.first { $0.key == key }?.value ?? "" }
        guard let id = Int64(asked("answered")),
            let decision = API.Guardian.ApprovalDecision(rawValue: asked("with"))
        else { return [] }
        let known = try await visit.call(
            API.Guardian.listApprovals,
            API.Guardian.ApprovalsRequest()
        )
        let approval = known.first { $0.id == id && $0.userID != visit.bearer.member }
        let notice = approval.flatMap { Notice($0, answered: decision, desk.format) }
        return [notice].compactMap(\.self)
    }

    /// The purchases of others that wait for the reader, of those who are named.
    ///
    /// `back`: The page that shows them.
    func waiting(
        of names: [ID<Entity.Member>: String],
        _ visit: Visit,
        _ desk: Desk,
        back: String
    ) -> [ApprovalView] {
        // The newest last, so that it takes no place at which somebody is about to press.
        (visit.approvals ?? []).reversed().compactMap { approval in
            guard let name = names[approval.userID] else { return nil }
            return ApprovalView(
                approval,
                askedBy: name,
                isParent: true,
                now: services.now(),
                formToken: visit.formToken,
                back: back,
                desk.format
            )
        }
    }

    /// The first names of those in the household but the reader, as far as the reader may know.
    func names(_ visit: Visit) async throws -> [ID<Entity.Member>: String] {
        guard visit.bearer.role == "Parent" else { return [:] }
        let family = try await visit.call(API.Allowance.familyMembers)
        return Dictionary(
            family.members.filter { $0.userID != visit.bearer.member }.map { member in
                (member.userID, member.firstName.isEmpty ? member.email : member.firstName)
            },
            uniquingKeysWith: { first, _ in first }
        )
    }
}
