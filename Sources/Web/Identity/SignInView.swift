/// The page on which somebody signs in to the web app.
public struct SignInView: PageView {
    /// The template's name.
    public static let template = "sign-in"

    let title: String
    let style = WebApp.style.path
    let action = WebApp.signIn
    let formToken: String
    let email: String
    let problem: String?
    let asksForCode: Bool
    /// Where to go afterwards: a path of the app.
    let next: String

    /// Makes a page.
    ///
    /// - Parameters:
    ///   - formToken: What the form carries against forms of other sites.
    ///   - email: What was typed before.
    ///   - next: The path to go to afterwards.
    ///   - asksForCode: Whether a second factor is asked for, too.
    ///   - problem: What was wrong with what was sent before.
    public init(
        formToken: String,
        email: String = "",
        next: String,
        asksForCode: Bool = false,
        problem: String? = nil
    ) {
        self.formToken = formToken
        self.email = email
        self.next = next
        self.asksForCode = asksForCode
        self.problem = problem
        // A screen reader begins with the title, and an alert that was always there is silent.
        title = problem.map { "\($0) – Sign in – Purser" } ?? "Sign in – Purser"
    }
}
