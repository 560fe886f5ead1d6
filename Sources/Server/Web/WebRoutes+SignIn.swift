import Contract
import HTTPTypes
import Hummingbird
import Kernel
import Operations
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

    func showSignIn(_ request: Request, _ context: PurserContext) throws -> Response {
        _ = try services.countedCall(context)
        let next = try request.queryPairs().first { $0.key == "next" }?.value ?? ""
        return signInPage { SignInView(formToken: $0, next: Self.ownPath(next)) }
    }

    /// A page with a cookie of its own: what was there before is worth nothing after it.
    private func signInPage(
        _ status: HTTPResponse.Status = .ok,
        _ view: (String) -> SignInView
    ) -> Response {
        let visitor = session.newVisitor()
        let page = view(session.formToken(ofVisitor: visitor))
        var response = html(templates.html(page), status)
        response.headers[.setCookie] = session.visitor.setting(visitor)
        return response
    }

    func signIn(_ request: Request, _ context: PurserContext) async throws -> Response {
        _ = try services.countedCall(context)
        let form = try await form(of: request, context)
        let (email, next) = (form["email"], Self.ownPath(form["next"]))
        let visitor = session.visitor.value(in: request) ?? ""
        do {
            try requireOwn(form, session.formToken(ofVisitor: visitor), request)
        } catch {
            return signInPage(.badRequest) { token in
                let problem = "This page was too old; please sign in again"
                return SignInView(formToken: token, email: email, next: next, problem: problem)
            }
        }
        let code = form["code"].filter { !$0.isWhitespace }
        do {
            let answer = try await calls.call(
                API.Allowance.loginMember,
                API.Allowance.LoginRequest(
                    email: email,
                    password: Password(form["password"]),
                    code: code.isEmpty ? nil : code
                ),
                by: PageCaller(token: nil, context: context)
            )
            var response = redirect(to: next)
            response.headers[.setCookie] = cookie(of: answer)
            return response
        } catch let problem as Problem
            where [.unauthenticated, .invalid, .rateLimited].contains(problem.kind)
        {
            let asksForCode = problem.faults.contains { $0.field == "code" } || !code.isEmpty
            let isFirstTime = asksForCode && code.isEmpty
            let status = HTTPResponse.Status(code: isFirstTime ? 200 : problem.kind.status)
            return signInPage(status) { token in
                SignInView(
                    formToken: token,
                    email: email,
                    next: next,
                    asksForCode: asksForCode,
                    problem: isFirstTime
                        ? "Enter your password again with a code of your second factor"
                        : problem.message
                )
            }
        }
    }

    func signOut(_ visit: Visit) async throws -> Response {
        _ = try await visit.call(API.Banking.logoutUser)
        var response = redirect(to: WebApp.signIn)
        response.headers[.setCookie] = session.session.ending
        return response
    }

    /// A path of the app, or the app's beginning where a text is none: nobody is sent elsewhere.
    static func ownPath(_ text: String) -> String {
        let isOwn =
            text == WebApp.home || text.hasPrefix("\(WebApp.home)/")
            || text.hasPrefix("\(WebApp.home)?")
        let isPlain = text.utf8.allSatisfy { byte in
            (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
                || (0x61...0x7A).contains(byte) || "/?=&%-_.~+".utf8.contains(byte)
        }
        return isOwn && isPlain && !text.contains("//") ? text : WebApp.home
    }
}
