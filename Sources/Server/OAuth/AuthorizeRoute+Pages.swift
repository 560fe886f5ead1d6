import Contract
import HTTPTypes
import Hummingbird
import Kernel
import NIOCore
import Operations
import Web

extension AuthorizeRoute {
    /// What a page asks for next.
    enum Step {
        case password(email: String)
        case secondFactor(ticket: String)
    }

    /// A page that asks, with a cookie and a value of its own: what was there before a sign-in is
    /// worth nothing after it.
    func page(
        _ asked: AuthorizationRequest,
        _ step: Step,
        _ problem: String? = nil
    ) -> Response {
        let cookie = protection.newCookie()
        let value = protection.value(for: cookie, asked)
        let page = SignInPage(
            for: asked.client,
            asking: question(step),
            hidden: asked.fields + [SignInPage.Field(SignInForm.Key.protection.rawValue, value)],
            again: asked.address,
            permissions: asked.permissions,
            problem: problem
        )
        var response = Self.html(page.html, .ok, SignInPolicy.text(redirect: asked.redirect))
        response.headers[.setCookie] = protection.header(cookie)
        return response
    }

    private func question(_ step: Step) -> SignInPage.Question {
        switch step {
        case .password(let email):
            // Longer ones are nobody's address, and need not be typed again.
            .password(email: email.utf8.count <= Limits.emailCharacters ? email : "", passkey)
        case .secondFactor(let ticket): .secondFactor(ticket: ticket)
        }
    }

    private var passkey: SignInPage.Passkey? {
        services.operations.identity.passkeyRequest(now: services.now()).map { asked in
            SignInPage.Passkey(challenge: asked.challenge, relyingParty: asked.relyingPartyID)
        }
    }

    func refusal(
        _ operation: String,
        because error: any Error,
        _ context: PurserContext,
        again: String? = nil
    ) -> Response {
        // Logged as any other refusal; the shape of its answer is another one.
        _ = services.refusal(of: operation, because: error, on: .insights, context)
        let problem = Problem(failure: error)
        let isLater = [.rateLimited, .accountLocked].contains(problem.kind)
        let status = isLater ? .tooManyRequests : HTTPResponse.Status(code: problem.kind.status)
        let sentence = isLater ? Self.later(problem.retryAfterSeconds ?? 1) : problem.message
        var response = Self.html(
            SignInPage.refusal(sentence, trace: context.trace, again: again),
            status,
            SignInPolicy.text(redirect: nil)
        )
        if let seconds = problem.retryAfterSeconds {
            response.headers[.retryAfter] = String(max(1, seconds))
        }
        return response
    }

    /// When to try again, as a person would say it.
    private static func later(_ seconds: Int) -> String {
        let minutes = (seconds + 59) / 60
        let time = seconds < 60 ? "a moment" : minutes == 1 ? "a minute" : "\(minutes) minutes"
        return "Too many attempts; try again in \(time)"
    }

    static func redirect(to location: String) -> Response {
        Response(status: .found, headers: [.location: location])
    }

    private static func html(
        _ text: String,
        _ status: HTTPResponse.Status,
        _ policy: String
    ) -> Response {
        let body = ByteBuffer(string: text)
        var response = Response("text/html; charset=utf-8", body, status: status)
        response.headers[.contentSecurityPolicy] = policy
        return response
    }
}
