import Contract
import HTTPTypes
import Hummingbird
import Operations
import Web

/// `/oauth2/authorize`: the page that somebody signs in on, and what its forms send.
///
/// No endpoint, because it speaks HTML and forms; rate, size and trace are as with any endpoint.
struct AuthorizeRoute: Sendable {
    let services: PipelineServices
    private let issuer: String
    let protection: FormProtection
    private let shown: EndpointMetrics
    private let submitted: EndpointMetrics

    init(
        _ services: PipelineServices,
        _ settings: ServerSettings,
        _ observed: any ObservedEndpoints
    ) {
        self.services = services
        issuer = settings.publicURL
        protection = FormProtection(
            key: services.operations.identity.signInFormKey,
            isSecure: settings.isSecure
        )
        shown = observed.metrics(of: "showSignIn")
        submitted = observed.metrics(of: "submitSignIn")
    }

    func add(to router: Router<PurserContext>) {
        let path = RouterPath(SignInPage.path)
        router.get(path) { request, context in
            await answer("showSignIn", shown, context) { try show(request, context) }
        }
        router.post(path) { request, context in
            await answer("submitSignIn", submitted, context) { try await submit(request, context) }
        }
        Mount.refuseAllBut([.get, .post], at: SignInPage.path, on: router)
    }

    /// Answers with a page even where nothing can be done.
    private func answer(
        _ operation: String,
        _ metrics: EndpointMetrics,
        _ context: PurserContext,
        _ work: () async throws -> Response
    ) async -> Response {
        let started = ContinuousClock.now
        let response: Response
        do {
            response = try await work()
        } catch {
            response = refusal(operation, because: error, context)
        }
        services.note(response, of: operation, in: metrics, since: started, context)
        return response
    }

    private func show(_ request: Request, _ context: PurserContext) throws -> Response {
        _ = try services.countedCall(context)
        switch AuthorizationRequest.read(try request.allQueryPairs(), clients) {
        case .page(let sentence): throw Problem.invalid(sentence)
        case .redirect(let location): return Self.redirect(to: location)
        case .ask(let asked):
            return page(asked, .password(email: asked.loginHint ?? ""))
        }
    }

    private func submit(_ request: Request, _ context: PurserContext) async throws -> Response {
        let call = try services.countedCall(context)
        let body = try await services.bodies.wholeBody(of: request, from: context.network)
        defer { services.bodies.end(body) }
        let form = try SignInForm(try request.formPairs(body.bytes))
        guard request.isFromOurPage(issuer) else {
            throw Problem.invalid("The form comes from another site")
        }
        switch AuthorizationRequest.read(form.parameters, clients) {
        case .page(let sentence): throw Problem.invalid(sentence)
        case .redirect(let location): return Self.redirect(to: location)
        case .ask(let asked):
            guard protection.fits(form[.protection], request, asked) else {
                let sentence = "This page was too old; please sign in again"
                return page(asked, .password(email: form[.email]), sentence)
            }
            guard !form.declines else {
                return leave(to: asked.declined(issuer: issuer))
            }
            return await signIn(form, asked, call, context)
        }
    }

    /// Signs in with what a form holds, whose origin is beyond doubt.
    private func signIn(
        _ form: SignInForm,
        _ asked: AuthorizationRequest,
        _ call: Call,
        _ context: PurserContext
    ) async -> Response {
        do {
            switch try await step(form, asked, call) {
            case .passed(let code):
                return leave(to: asked.answer(code: code, issuer: issuer))
            case .secondFactor(let ticket):
                return page(asked, .secondFactor(ticket: ticket))
            }
        } catch let problem as Problem where problem.kind == .unauthenticated {
            let ticket = form[.ticket]
            return page(
                asked,
                ticket.isEmpty ? .password(email: form[.email]) : .secondFactor(ticket: ticket),
                problem.message
            )
        } catch let problem as Problem where problem.kind == .invalid {
            // The first step is too long ago; it begins anew.
            return page(asked, .password(email: form[.email]), problem.message)
        } catch {
            return refusal("submitSignIn", because: error, context, again: asked.address)
        }
    }

    /// Sends the browser back to the client, without what belongs to the page.
    private func leave(to location: String) -> Response {
        var response = Self.redirect(to: location)
        response.headers[.setCookie] = protection.endingCookie
        return response
    }

    private func step(
        _ form: SignInForm,
        _ asked: AuthorizationRequest,
        _ call: Call
    ) async throws -> SignInProgress<String> {
        let operations = services.operations
        if let passkey = try form.passkey() {
            return .passed(
                try await operations.identity.signInForCode(asked, passkey: passkey, call)
            )
        }
        if !form[.ticket].isEmpty {
            let (ticket, code) = (form[.ticket], form[.code])
            return .passed(
                try await operations.identity.signInForCode(asked, ticket: ticket, code: code, call)
            )
        }
        let (email, password) = (form[.email], form[.password])
        guard form.hasCredentials else {
            throw Problem(.unauthenticated, "Enter your e-mail address and your password")
        }
        return try await operations.identity.signInForCode(
            asked,
            email: email,
            password: Password(password),
            call
        )
    }

    private var clients: OAuthClients { services.operations.identity.oauthClients }
}

extension Request {
    /// The query's names and values, repeated ones too: OAuth tells a client of those.
    fileprivate func allQueryPairs() throws -> [(key: String, value: String)] {
        guard let pairs = PercentCoding.pairs(uri.query ?? "") else {
            throw Problem.invalid("The query has an escape that is not UTF-8")
        }
        try FormText.requireStreamSafe(pairs)
        return pairs
    }
}
