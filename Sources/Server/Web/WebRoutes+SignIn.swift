import Contract
import HTTPTypes
import Hummingbird
import Kernel
import Operations
import Providers
import Web

/// Signing in to the web app and out of it.
extension WebRoutes {
    /// How long a token is used before it is renewed.
    private static let renewedAfterSeconds: Int64 = 3_600

    /// The token in the session's cookie, and when it ends.
    func sessionToken(of request: Request) -> (token: String, expiresAt: Timestamp)? {
        guard let value = session.session.value(in: request),
            let end = value.firstIndex(of: "~"), let seconds = Int64(value[..<end])
        else { return nil }
        let token = String(value[value.index(after: end)...])
        return (token, Timestamp(seconds: seconds))
    }

    private func cookie(of answer: API.Allowance.AuthResponse) -> String {
        let end = answer.expiresAt.instant
        return session.session.setting("\(end.milliseconds / 1_000)~\(answer.token)")
    }

    /// The answer of a page with a renewed cookie, where the session's is in use for a while.
    func renewed(
        _ visit: Visit,
        _ request: Request,
        _ response: Response
    ) async throws -> Response {
        let day: Int64 = 86_400
        guard let end = sessionToken(of: request)?.expiresAt,
            end.adding(seconds: Self.renewedAfterSeconds - day) <= services.now()
        else { return response }
        // A session that cannot be renewed serves until it ends.
        guard let renewed = try? await visit.call(API.Allowance.refreshMember) else {
            return response
        }
        var response = response
        response.headers[.setCookie] = cookie(of: renewed)
        return response
    }

    func showSignIn(_ request: Request, _ context: PurserContext) async throws -> Response {
        _ = try services.countedCall(context)
        let query = try request.queryPairs()
        let asked = { (key: String) in query.first { $0.key == key }?.value ?? "" }
        let device = try await familyDevice(of: request)
        return signInPage(
            SignInStep(
                device: device,
                person: device?.person(asked("person")),
                isElsewhere: !asked("other").isEmpty,
                next: Self.ownPath(asked("next")),
                languages: languages(of: request)
            )
        )
    }

    /// A page with a cookie of its own: what was there before is worth nothing after it.
    private func signInPage(
        _ step: SignInStep,
        _ status: HTTPResponse.Status = .ok,
        problem: String? = nil
    ) -> Response {
        let visitor = session.newVisitor()
        // Whose password was right needs no other way in.
        let asked =
            step.ticket == nil
            ? services.operations.identity.passkeyRequest(now: services.now()) : nil
        let page = SignInView(
            asking: step.asked,
            formToken: session.formToken(ofVisitor: visitor),
            next: step.next,
            isFamilyDevice: step.device != nil,
            passkey: asked.map {
                SignInView.Passkey(challenge: $0.challenge, relyingParty: $0.relyingPartyID)
            },
            problem: problem,
            languages: step.languages
        )
        var response = html(Templates.html(page), status)
        response.headers[.setCookie] = session.visitor.setting(visitor)
        return response
    }

    func signIn(_ request: Request, _ context: PurserContext) async throws -> Response {
        let call = try services.countedCall(context)
        let form = try await form(of: request, context)
        let device = try await familyDevice(of: request)
        var step = SignInStep(
            device: device,
            person: device?.person(form["person"]),
            isElsewhere: form["person"].isEmpty && form["credential_id"].isEmpty,
            email: form["email"],
            next: Self.ownPath(form["next"]),
            languages: languages(of: request)
        )
        let visitor = session.visitor.value(in: request) ?? ""
        let tooOld = "This page was too old; please sign in again"
        do {
            try requireOwn(form, session.formToken(ofVisitor: visitor), request)
        } catch {
            return signInPage(step, .badRequest, problem: tooOld)
        }
        // Whom the device does not list any more is nobody.
        guard form["person"].isEmpty || step.person != nil else {
            return signInPage(step, .badRequest, problem: tooOld)
        }
        do {
            switch try await progress(form, step, call) {
            case .passed(let answer): return begin(answer, at: step.next)
            case .secondFactor(let ticket):
                step.ticket = ticket
                return signInPage(step)
            }
        } catch let problem as Problem
            where [.unauthenticated, .invalid, .rateLimited].contains(problem.kind)
        {
            // The first step is too long ago where the ticket is none; it begins anew.
            if problem.kind != .invalid { step.ticket = form.text("ticket") }
            return signInPage(
                step,
                HTTPResponse.Status(code: problem.kind.status),
                problem: step.sentence(about: problem)
            )
        }
    }

    /// Takes the step that a form is of; a member that the device lists has its address from there.
    private func progress(
        _ form: PageForm,
        _ step: SignInStep,
        _ call: Call
    ) async throws -> SignInProgress<API.Allowance.AuthResponse> {
        let identity = services.operations.identity
        if let passkey = try form.passkey() {
            return .passed(try await identity.loginMember(passkey: passkey, call))
        }
        if let ticket = form.text("ticket") {
            return .passed(try await identity.loginMember(ticket: ticket, code: form.code, call))
        }
        let login = API.Allowance.LoginRequest(
            email: step.person?.email ?? step.email,
            password: Password(form["password"])
        )
        return try await identity.loginInSteps(API.Allowance.loginMember.checked(login), call)
    }

    /// Sends who has just signed in on, with the cookie of the session.
    func begin(_ answer: API.Allowance.AuthResponse, at path: String) -> Response {
        var response = redirect(to: path)
        response.headers[.setCookie] = cookie(of: answer)
        return response
    }

    func signOut(_ visit: Visit) async throws -> Response {
        _ = try await visit.call(API.Banking.logoutUser)
        var response = redirect(to: WebApp.signIn)
        response.headers[.setCookie] = session.session.ending
        return response
    }

    /// A path of the app, or the app's beginning where a text is none: nobody is sent elsewhere.
    ///
    /// Browsers take `..` and its escapes for the way up (WHATWG URL, section 4.3), so that no such
    /// path stays in the app.
    static func ownPath(_ text: String) -> String {
        let isPlain =
            text.utf8.count <= Limits.pageAddressBytes
            && text.utf8.allSatisfy { byte in
                (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
                    || (0x61...0x7A).contains(byte) || "/?=&%-_.~+".utf8.contains(byte)
            }
        guard isPlain, !text.contains("//") else { return WebApp.home }
        let isOwn =
            text == WebApp.home || text.hasPrefix("\(WebApp.home)/")
            || text.hasPrefix("\(WebApp.home)?")
        let leadsUp = text.prefix { $0 != "?" }.split(separator: "/").contains { part in
            [".", ".."].contains(part.lowercased().replacing("%2e", with: "."))
        }
        return isOwn && !leadsUp ? text : WebApp.home
    }
}

/// How far somebody is who signs in.
private struct SignInStep {
    /// The family of the device, where it lists one.
    let device: FamilyDevice?
    /// Who was chosen of it.
    let person: FamilyDevice.Person?
    /// Whether somebody wants to type an e-mail address where a family is listed.
    let isElsewhere: Bool
    /// What was typed.
    var email = ""
    let next: String
    /// That the password was right, where only the code is missing.
    var ticket: String?
    /// What the browser says that its reader knows.
    let languages: String?

    /// What is asked of whom.
    var asked: SignInView.Asked {
        if let ticket {
            return .code(ticket: ticket, email: email, person.map { SignInView.Person($0) })
        }
        if let person { return .person(SignInView.Person(person)) }
        guard let device, !isElsewhere else { return .anybody(email: email) }
        return .family(device.people.map { SignInView.Person($0) })
    }

    /// What is said of a refusal: who was chosen from the list has typed no address.
    func sentence(about problem: Problem) -> String {
        let isPassword = problem.message == IdentityOperations.wrongCredentials
        return person != nil && isPassword ? "The password is wrong" : problem.message
    }
}

extension SignInView.Person {
    fileprivate init(_ person: FamilyDevice.Person) {
        self.init(name: person.name, reference: person.reference)
    }
}

extension FamilyDevice {
    /// Whom a page calls so.
    fileprivate func person(_ reference: String) -> Person? {
        people.first { $0.reference == reference }
    }
}

extension PageForm {
    /// A code of the second factor, as people group its digits.
    fileprivate var code: String { self["code"].filter { !$0.isWhitespace } }

    /// What an authenticator signed; `nil` when this form carries none.
    ///
    /// - Throws: ``Problem`` `unauthenticated` when it is malformed.
    fileprivate func passkey() throws -> PasskeyAssertion? {
        guard !self["credential_id"].isEmpty else { return nil }
        guard let assertion = PasskeyAssertion(form: { self[$0] }) else {
            throw Problem(.unauthenticated, "The passkey's answer is incomplete")
        }
        return assertion
    }
}
