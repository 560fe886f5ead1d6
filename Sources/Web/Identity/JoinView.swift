import Contract

/// The page on which a second parent comes in with the code of an invitation.
public struct JoinView: PageView {
    /// The template's name.
    public static let template = "join"

    let title: String
    let direction: String
    let style = WebApp.style.path
    let script = WebApp.script.path
    let action = WebApp.join
    let signingIn = WebApp.signIn
    let formToken: String
    let notices: [Notice]
    let fields: [TextField]

    /// What was typed, but for the password.
    public static let kept = ["code", "firstName", "lastName"]

    /// The name of the form, for what was wrong with it.
    public static let job = "join"

    /// Makes a page.
    ///
    /// `trouble`: What was wrong with what was sent before. `formToken`: What the form carries
    /// against forms of other sites. `languages`: What the browser says that its reader knows, for
    /// the direction of the page.
    public init(_ trouble: FormTrouble? = nil, formToken: String, languages: String? = nil) {
        direction = PageFormat.direction(languages: languages)
        let usual = "Join a household – Purser"
        let notice = trouble?.notice
        // A screen reader begins with the title, and a notice that was always there is silent.
        title = notice.map { "\($0.text) – \(usual)" } ?? usual
        notices = notice.map { [$0] } ?? []
        self.formToken = formToken
        let text = { (name: String, label: String, autocomplete: String, hint: String?) in
            TextField(
                name,
                label,
                trouble?.typed(name, in: Self.job) ?? "",
                autocomplete: autocomplete,
                inputmode: name == "code" ? "text" : nil,
                hint: hint,
                problem: trouble?.problem(name, in: Self.job)
            )
        }
        fields = [
            text(
                "code",
                "Code of the invitation",
                "off",
                "From the parent who invited you; it is good for a week"
            ),
            text("firstName", "First name", "given-name", nil),
            text("lastName", "Last name", "family-name", nil),
            .password("password", "Your new password", isNew: true, in: Self.job, trouble),
        ]
    }
}
