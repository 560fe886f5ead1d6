/// The pages that somebody signs in on: plain HTML that works without scripts, on a phone and with
/// a screen reader.
///
/// Whatever is put into one is escaped here, and nowhere else.
public struct SignInPage: Sendable, Equatable {
    /// A name and its value.
    public struct Field: Sendable, Equatable {
        /// The name.
        public let name: String
        /// The value, as it is.
        public let value: String

        /// Makes a field.
        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// What a passkey is asked for with; the script of the page uses it, without one it is hidden.
    public struct Passkey: Sendable, Equatable {
        /// What the authenticator signs, in base64url.
        public let challenge: String
        /// The name that passkeys belong to: the server's host.
        public let relyingParty: String

        /// Makes what is needed to ask.
        public init(challenge: String, relyingParty: String) {
            self.challenge = challenge
            self.relyingParty = relyingParty
        }
    }

    /// What is asked.
    public enum Question: Sendable, Equatable {
        /// E-mail address and password, or a passkey.
        case password(email: String, Passkey?)
        /// A code of the second factor; the ticket says that the password was right.
        case secondFactor(ticket: String)
    }

    /// Where the forms are sent.
    public static let path = "/oauth2/authorize"

    private let client: String
    private let hidden: [Field]
    private let question: Question
    private let problem: String?
    private let again: String
    private let permissions: [String]

    /// Makes a page that asks.
    ///
    /// `client`: The app that somebody signs in to. `hidden`: What the form carries besides.
    /// `again`: The address of the first page, for who wants to start anew. `problem`: What was
    /// wrong with what was sent before. `permissions`: What whoever signs in agrees to, each as the
    /// end of the sentence "it may …"; nothing is asked where there are none.
    public init(
        for client: String,
        asking question: Question,
        hidden: [Field],
        again: String,
        permissions: [String] = [],
        problem: String? = nil
    ) {
        self.client = client
        self.hidden = hidden
        self.question = question
        self.again = again
        self.permissions = permissions
        self.problem = problem
    }

    /// The page as text.
    public var html: String {
        let title = "Sign in to Purser"
        return Self.document(
            // A screen reader begins with the title, and an alert that was always there is silent.
            title: problem.map { "\($0) – \(title)" } ?? title,
            body: """
                <h1>Sign in</h1>
                <p>to go on in <strong>\(Self.escaped(client))</strong></p>
                \(agreement)\(alert)\(forms)\(declining)
                """,
            hasScript: asksForPasskey
        )
    }

    /// A page that tells why nothing is asked.
    ///
    /// `again`: The address of a page to try again on, if there is one.
    public static func refusal(_ sentence: String, trace: String, again: String? = nil) -> String {
        let link = again.map { "\n<p><a href=\"\(escaped($0))\">Go back to signing in</a></p>" }
        return document(
            title: "\(sentence) – Purser",
            body: """
                <h1>Signing in did not work</h1>
                <div class="problem" role="alert"><p>\(escaped(sentence))</p></div>\(link ?? "")
                <p class="trace">Trace: \(escaped(trace))</p>
                """,
            hasScript: false
        )
    }

    /// The text as it may stand between tags and inside of quotes.
    static func escaped(_ text: String) -> String {
        var escaped = ""
        escaped.reserveCapacity(text.utf8.count)
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "'": escaped += "&#39;"
            // A parser makes one line break of the two; what is carried must come back as it was.
            case "\r": escaped += "&#13;"
            case "\n": escaped += "&#10;"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }

    private var asksForPasskey: Bool {
        guard case .password(_, let passkey) = question else { return false }
        return passkey != nil
    }

    private var alert: String {
        guard let problem else { return "" }
        return """
            <div class="problem" role="alert" id="problem"><p>\(Self.escaped(problem))</p></div>

            """
    }

    private var needsAgreement: Bool { !permissions.isEmpty }

    /// What somebody agrees to by signing in.
    private var agreement: String {
        guard needsAgreement else { return "" }
        let items = permissions.map { "<li>\(Self.escaped($0))</li>" }.joined(separator: "\n")
        return """
            <p id="agreement"><strong>\(Self.escaped(client))</strong> is an app that does not \
            belong to Purser. If you agree, it may</p>
            <ul class="permissions">
            \(items)
            </ul>

            """
    }

    /// The way out, as a form of its own: it carries nothing that was typed.
    private var declining: String {
        guard needsAgreement else { return "" }
        return """

            <form method="post" action="\(Self.path)">
            \(carried(hidden + [Field("decline", "yes")]))
            <button class="second" type="submit">I do not agree</button>
            </form>
            """
    }

    /// What a button says that signs in, or goes on.
    private func consentLabel(_ label: String) -> String {
        needsAgreement ? "Agree and \(label.prefix(1).lowercased())\(label.dropFirst())" : label
    }

    private var forms: String {
        switch question {
        case .password(let email, let passkey): passwordForm(email) + passkeyForm(passkey)
        case .secondFactor(let ticket): secondFactorForm(ticket)
        }
    }

    /// The address is no `type="email"`: browsers rewrite such a value before they send it.
    private func passwordForm(_ email: String) -> String {
        let first = email.isEmpty ? " autofocus" : ""
        let second = email.isEmpty ? "" : " autofocus"
        return """
            <form method="post" action="\(Self.path)">
            \(carried(hidden))
            <label for="email">E-mail</label>
            <input id="email" name="email" type="text" inputmode="email" autocomplete="username" \
            autocapitalize="none" spellcheck="false" required\(described)\(first) \
            value="\(Self.escaped(email))">
            <label for="password">Password</label>
            <input id="password" name="password" type="password" autocomplete="current-password" \
            required\(described)\(second)>
            <button type="submit">\(consentLabel("Sign in"))</button>
            </form>
            """
    }

    /// Shown by the script, where the browser knows passkeys; the script fills in what is empty.
    private func passkeyForm(_ passkey: Passkey?) -> String {
        guard let passkey else { return "" }
        let answer = [
            "credential_id", "client_data", "authenticator_data", "signature", "user_handle",
        ]
        return """

            <form id="passkey" method="post" action="\(Self.path)" \
            data-challenge="\(Self.escaped(passkey.challenge))" \
            data-rp-id="\(Self.escaped(passkey.relyingParty))" hidden>
            \(carried(hidden + answer.map { Field($0, "") }))
            <button class="second" type="submit">\(consentLabel("Sign in with a passkey"))</button>
            <p class="problem" role="alert" id="passkey-message" hidden></p>
            </form>
            """
    }

    private func secondFactorForm(_ ticket: String) -> String {
        """
        <form method="post" action="\(Self.path)">
        \(carried(hidden + [Field("ticket", ticket)]))
        <label for="code">Code of your second factor</label>
        <p class="hint" id="hint">Six digits from your authenticator app, or a recovery code.</p>
        <input id="code" name="code" type="text" autocomplete="one-time-code" \
        autocapitalize="none" spellcheck="false" required autofocus \
        aria-describedby="\(problem == nil ? "hint" : "problem hint")">
        <button type="submit">\(consentLabel("Go on"))</button>
        </form>
        <p><a href="\(Self.escaped(again))">Start again</a></p>
        """
    }

    private var described: String { problem == nil ? "" : " aria-describedby=\"problem\"" }

    private func carried(_ fields: [Field]) -> String {
        fields.map { field in
            """
            <input type="hidden" name="\(Self.escaped(field.name))" \
            value="\(Self.escaped(field.value))">
            """
        }.joined(separator: "\n")
    }

    /// The referrer policy is the page's own: with none at all a browser hides even from us where
    /// the form was.
    private static func document(title: String, body: String, hasScript: Bool) -> String {
        let source = WebApp.passkeyScript.path
        let script = hasScript ? "\n<script type=\"module\" src=\"\(source)\"></script>" : ""
        return """
            <!doctype html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="referrer" content="same-origin">
            <title>\(escaped(title))</title>
            <link rel="stylesheet" href="\(WebApp.signInStyle)">\(script)
            </head>
            <body>
            <main>
            <p class="house">Purser</p>
            <div class="card">
            \(body)
            </div>
            </main>
            </body>
            </html>

            """
    }
}
