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
    let session: WebSession
    let publicURL: String
    /// Draws the map of places; `nil` where it is not installed.
    let mapLibrary: MapLibrary?
    let mapTiles: MapTiles?
    let followed: EndpointMetrics
    private let showsComponents: Bool
    private let shown: EndpointMetrics
    private let submitted: EndpointMetrics

    init(
        _ services: PipelineServices,
        _ calls: PageCalls,
        _ settings: ServerSettings,
        _ mapLibrary: MapLibrary?,
        _ observed: any ObservedEndpoints
    ) {
        self.services = services
        self.calls = calls
        publicURL = settings.publicURL
        showsComponents = settings.showsComponents
        self.mapLibrary = mapLibrary
        mapTiles = settings.mapTiles
        session = WebSession(
            key: services.operations.identity.signInFormKey,
            isSecure: settings.isSecure
        )
        followed = observed.metrics(of: "followPage")
        shown = observed.metrics(of: "showPage")
        submitted = observed.metrics(of: "submitPage")
    }

    func add(to router: Router<PurserContext>) {
        page(
            WebApp.home,
            on: router,
            post: nil,
            get: { visit, request in try await showFirst(visit, request) }
        )
        page(
            Frame.Place.transactions.path,
            on: router,
            post: { visit, form, request in try await editTransaction(form, visit, request) },
            get: { visit, request in try await showTransactions(visit, request) }
        )
        addBuying(to: router)
        addApprovals(to: router)
        page(
            WebApp.signOut,
            on: router,
            post: { visit, _, _ in try await signOut(visit) },
            get: nil
        )
        page(Frame.morePath, on: router, post: nil, get: { visit, _ in try await showMore(visit) })
        addEvents(to: router)
        addFamily(to: router)
        addRules(to: router)
        addPolicies(to: router)
        addCards(to: router)
        addAsk(to: router)
        addSettings(to: router)
        if showsComponents { addComponents(to: router) }
        addImports(to: router)
        open(WebApp.signIn, on: router, get: showSignIn, post: signIn)
        addJoining(to: router)
    }

    typealias Stranger = @Sendable (Request, PurserContext) async throws -> Response

    /// Serves a page to whoever comes, signed in or not.
    func open(
        _ path: String,
        on router: Router<PurserContext>,
        get: @escaping Stranger,
        post: @escaping Stranger
    ) {
        router.get(RouterPath(path)) { request, context in
            await answer(shown, request, context) { try await get(request, context) }
        }
        router.post(RouterPath(path)) { request, context in
            await answer(submitted, request, context) { try await post(request, context) }
        }
        Mount.refuseAllBut([.get, .post], at: path, on: router)
    }

    typealias Get = @Sendable (Visit, Request) async throws -> Response
    typealias Post = @Sendable (Visit, PageForm, Request) async throws -> Response
    typealias Read = @Sendable (Request, Visit) async throws -> PageForm

    /// Serves a page to whoever is signed in.
    ///
    /// `read`: Reads a form that is not written as most are.
    func page(
        _ path: String,
        on router: Router<PurserContext>,
        post: Post?,
        get: Get?,
        reading read: Read? = nil
    ) {
        if let get {
            router.get(RouterPath(path)) { request, context in
                let next = request.uri.description
                return await answer(shown, request, context, goingOnAt: next) {
                    guard var visit = visit(request, context) else {
                        _ = try services.countedCall(context)
                        return toSignIn(next: next)
                    }
                    visit.position = await position(for: visit)
                    await count(for: &visit)
                    return try await renewed(visit, request, try await get(visit, request))
                }
            }
        }
        if let post {
            router.post(RouterPath(path)) { request, context in
                // Back to the page as it was, where what was typed is put in again.
                let next = get == nil ? WebApp.home : request.uri.description
                return await answer(submitted, request, context, goingOnAt: next) {
                    guard var visit = visit(request, context) else {
                        _ = try services.countedCall(context)
                        return toSignIn(next: next)
                    }
                    let form =
                        if let read { try await read(request, visit) } else {
                            try await self.form(of: request, context)
                        }
                    try requireOwn(form, visit.formToken, request)
                    // A form without a page of its own always leads to another one.
                    if get != nil { await count(for: &visit) }
                    var response = try await post(visit, form, request)
                    if response.status == .seeOther, response.headers[.setCookie] == nil {
                        response.headers[.setCookie] = session.taken(form)
                    }
                    return response
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
            languages: languages(of: request),
            context: context
        )
    }

    /// What the browser says that its reader knows.
    func languages(of request: Request) -> String? { request.headers.only(.acceptLanguage) }

    /// The fields of a form.
    func form(of request: Request, _ context: PurserContext) async throws -> PageForm {
        let body = try await services.bodies.wholeBody(
            of: request,
            from: context.network,
            upTo: Limits.formBytes
        )
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
    ///
    /// `images`: An origin from which it shows images beside ours.
    func html(
        _ text: String,
        _ status: HTTPResponse.Status = .ok,
        imagesFrom images: String? = nil
    ) -> Response {
        var response = Response(
            "text/html; charset=utf-8",
            ByteBuffer(string: text),
            status: status
        )
        response.headers[.contentSecurityPolicy] =
            images.map { WebApp.contentSecurityPolicy(imagesFrom: $0) }
            ?? WebApp.contentSecurityPolicy
        return response
    }

    /// Sends the browser to another page, which it asks for anew (RFC 9110, section 15.4.4).
    func redirect(to path: String) -> Response {
        Response(status: .seeOther, headers: [.location: path])
    }

    /// Sends who is not signed in to where that is done.
    func toSignIn(next: String) -> Response {
        let next = Self.ownPath(next)
        let query = next == WebApp.home ? "" : "?next=\(PercentCoding.encoded(next))"
        var response = redirect(to: "\(WebApp.signIn)\(query)")
        response.headers[.setCookie] = session.session.ending
        return response
    }

    /// Answers with a page also where nothing can be done.
    ///
    /// `next`: Where somebody whose session has ended goes on after signing in.
    private func answer(
        _ metrics: EndpointMetrics,
        _ request: Request,
        _ context: PurserContext,
        goingOnAt next: String = WebApp.home,
        _ work: () async throws -> Response
    ) async -> Response {
        let started = ContinuousClock.now
        let operation = metrics === shown ? "showPage" : "submitPage"
        let response: Response
        do {
            response = try await work()
        } catch {
            response = refusal(operation, because: error, request, context, goingOnAt: next)
        }
        services.note(response, of: operation, in: metrics, since: started, context)
        return response
    }

    private func refusal(
        _ operation: String,
        because error: any Error,
        _ request: Request,
        _ context: PurserContext,
        goingOnAt next: String
    ) -> Response {
        // Logged as any other refusal; the shape of its answer is another one.
        _ = services.refusal(of: operation, because: error, on: .insights, context)
        let problem = Problem(failure: error)
        if problem.kind == .unauthenticated { return toSignIn(next: next) }
        let page = MessageView(
            "This did not work",
            problem.message,
            trace: context.trace,
            languages: languages(of: request)
        )
        var response = html(
            Templates.html(page),
            HTTPResponse.Status(code: problem.kind.status)
        )
        if let seconds = problem.retryAfterSeconds {
            response.headers[.retryAfter] = String(max(1, seconds))
        }
        return response
    }
}
