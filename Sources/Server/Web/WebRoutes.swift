import Contract
import HTTPTypes
import Hummingbird
import Kernel
import NIOCore
import Operations
import Web

/// The web app: pages that are made here, and the forms that they send.
///
/// No endpoints, because they speak HTML and forms; what they show and do, they ask of the
/// endpoints in process.
struct WebRoutes: Sendable {
    let services: PipelineServices
    let calls: PageCalls
    let templates: Templates
    let session: WebSession
    private let publicURL: String
    private let shown: EndpointMetrics
    private let submitted: EndpointMetrics

    /// - Throws: What a template that is none throws.
    init(
        _ services: PipelineServices,
        _ calls: PageCalls,
        _ settings: ServerSettings,
        _ observed: any ObservedEndpoints
    ) throws {
        self.services = services
        self.calls = calls
        publicURL = settings.publicURL
        templates = try Templates()
        session = WebSession(
            key: services.operations.identity.signInFormKey,
            isSecure: settings.isSecure
        )
        shown = observed.metrics(of: "showPage")
        submitted = observed.metrics(of: "submitPage")
    }

    func add(to router: Router<PurserContext>) {
        page(WebApp.home, on: router, post: nil, get: { visit, _ in try await showToday(visit) })
        page(
            Frame.Place.transactions.path,
            on: router,
            post: { visit, form, request in try await editTransaction(form, visit, request) },
            get: { visit, request in try await showTransactions(visit, request) }
        )
        page(
            Frame.Place.buy.path,
            on: router,
            post: { visit, form, _ in try await askToBuy(form, visit) },
            get: { visit, _ in try await showBuying(visit) }
        )
        page(
            "\(WebApp.home)/approvals/{id}",
            on: router,
            post: { visit, form, _ in try await answerApproval(form, visit) },
            get: nil
        )
        page(
            WebApp.signOut,
            on: router,
            post: { visit, _, _ in try await signOut(visit) },
            get: nil
        )
        router.get(RouterPath(WebApp.signIn)) { request, context in
            await answer(shown, context) { try showSignIn(request, context) }
        }
        router.post(RouterPath(WebApp.signIn)) { request, context in
            await answer(submitted, context) { try await signIn(request, context) }
        }
        Mount.refuseAllBut([.get, .post], at: WebApp.signIn, on: router)
    }

    typealias Get = @Sendable (Visit, Request) async throws -> Response
    typealias Post = @Sendable (Visit, PageForm, Request) async throws -> Response

    /// Serves a page to whoever is signed in.
    private func page(
        _ path: String,
        on router: Router<PurserContext>,
        post: Post?,
        get: Get?
    ) {
        if let get {
            router.get(RouterPath(path)) { request, context in
                await answer(shown, context) {
                    guard let visit = visit(request, context) else {
                        _ = try services.countedCall(context)
                        return toSignIn(next: request.uri.description)
                    }
                    return try await renewed(visit, request, try await get(visit, request))
                }
            }
        }
        if let post {
            router.post(RouterPath(path)) { request, context in
                await answer(submitted, context) {
                    guard let visit = visit(request, context) else {
                        _ = try services.countedCall(context)
                        return toSignIn(next: get == nil ? WebApp.home : path)
                    }
                    let form = try await form(of: request, context)
                    try requireOwn(form, visit.formToken, request)
                    return try await post(visit, form, request)
                }
            }
        }
        let allowed: [Contract.Method] = (get == nil ? [] : [.get]) + (post == nil ? [] : [.post])
        Mount.refuseAllBut(allowed, at: path, on: router)
    }

    /// Who looks; `nil` when nobody is signed in.
    private func visit(_ request: Request, _ context: PurserContext) -> Visit? {
        guard let token = sessionToken(of: request)?.token else { return nil }
        let now = services.now()
        let stranger = Caller.anonymous(address: context.remoteAddress)
        // Whoever sends one wrong cookie after the other is not served with checks of signatures.
        let mayCheck = { [rateLimiter = services.rateLimiter] in
            !rateLimiter.isSpent(stranger.key, now: now)
        }
        let tokens = services.operations.identity.tokens
        guard let bearer = tokens.bearer(of: token, now: now, mayCheck: mayCheck()) else {
            return nil
        }
        return Visit(
            calls: calls,
            bearer: bearer,
            token: token,
            formToken: session.formToken(of: bearer),
            languages: request.headers.only(.acceptLanguage),
            context: context
        )
    }

    /// The fields of a form.
    func form(of request: Request, _ context: PurserContext) async throws -> PageForm {
        let body = try await services.bodies.wholeBody(of: request, from: context.network)
        defer { services.bodies.end(body) }
        return try PageForm(try request.formPairs(body.bytes))
    }

    /// Refuses a form that another site made up.
    ///
    /// - Throws: ``Problem`` `invalid`.
    func requireOwn(_ form: PageForm, _ token: String, _ request: Request) throws {
        guard request.isFromOurPage(publicURL), WebSession.isSame(form["form_token"], as: token)
        else { throw Problem.invalid("The form is too old, or comes from another site") }
    }
}

// MARK: Answers

extension WebRoutes {
    /// A page as it is sent.
    func html(_ text: String, _ status: HTTPResponse.Status = .ok) -> Response {
        var response = Response(
            "text/html; charset=utf-8",
            ByteBuffer(string: text),
            status: status
        )
        response.headers[.contentSecurityPolicy] = WebApp.contentSecurityPolicy
        response.headers[.cacheControl] = "no-store"
        return response
    }

    /// Sends the browser to another page, which it asks for anew (RFC 9110, section 15.4.4).
    func redirect(to path: String) -> Response {
        Response(status: .seeOther, headers: [.location: path, .cacheControl: "no-store"])
    }

    /// Sends who is not signed in to where that is done.
    func toSignIn(next: String) -> Response {
        let next = next == WebApp.home ? "" : "?next=\(PercentCoding.encoded(next))"
        var response = redirect(to: "\(WebApp.signIn)\(next)")
        response.headers[.setCookie] = session.session.ending
        return response
    }

    /// Answers with a page also where nothing can be done.
    private func answer(
        _ metrics: EndpointMetrics,
        _ context: PurserContext,
        _ work: () async throws -> Response
    ) async -> Response {
        let started = ContinuousClock.now
        let operation = metrics === shown ? "showPage" : "submitPage"
        let response: Response
        do {
            response = try await work()
        } catch {
            response = refusal(operation, because: error, context)
        }
        services.note(response, of: operation, in: metrics, since: started, context)
        return response
    }

    private func refusal(
        _ operation: String,
        because error: any Error,
        _ context: PurserContext
    ) -> Response {
        // Logged as any other refusal; the shape of its answer is another one.
        _ = services.refusal(of: operation, because: error, on: .insights, context)
        let problem = Problem(failure: error)
        if problem.kind == .unauthenticated { return toSignIn(next: WebApp.home) }
        let page = MessageView("This did not work", problem.message, trace: context.trace)
        var response = html(
            templates.html(page),
            HTTPResponse.Status(code: problem.kind.status)
        )
        if let seconds = problem.retryAfterSeconds {
            response.headers[.retryAfter] = String(max(1, seconds))
        }
        return response
    }
}
