import Contract
import HTTPTypes
import Hummingbird
import Kernel
import Web

/// Coming in as a second parent, with the code of an invitation.
extension WebRoutes {
    func addJoining(to router: Router<PurserContext>) {
        open(WebApp.join, on: router, get: showJoining, post: join)
    }

    private func showJoining(
        _ request: Request,
        _ context: PurserContext
    ) async throws -> Response {
        _ = try services.countedCall(context)
        return joinPage(for: languages(of: request))
    }

    /// A page with a cookie of its own: what was there before is worth nothing after it.
    private func joinPage(
        for languages: String?,
        _ trouble: FormTrouble? = nil,
        _ status: HTTPResponse.Status = .ok
    ) -> Response {
        let visitor = session.newVisitor()
        let page = JoinView(
            trouble,
            formToken: session.formToken(ofVisitor: visitor),
            languages: languages
        )
        var response = html(Templates.html(page), status)
        response.headers[.setCookie] = session.visitor.setting(visitor)
        return response
    }

    private func join(_ request: Request, _ context: PurserContext) async throws -> Response {
        _ = try services.countedCall(context)
        let form = try await form(of: request, context)
        let typed = Dictionary(uniqueKeysWithValues: JoinView.kept.map { ($0, form[$0]) })
        return try await settle(JoinView.job, typed: typed) {
            let visitor = session.visitor.value(in: request) ?? ""
            try requireOwn(form, session.formToken(ofVisitor: visitor), request)
            let answer = try await calls.call(
                API.Identity.registerInvited,
                API.Identity.RegisterInvitedRequest(
                    code: form["code"].filter { !$0.isWhitespace },
                    password: Password(form["password"]),
                    firstName: form["firstName"],
                    lastName: form["lastName"]
                ),
                by: PageCaller(token: nil, context: context)
            )
            return begin(answer, at: WebApp.home)
        } otherwise: { trouble, status in
            joinPage(for: languages(of: request), trouble, status)
        }
    }
}
