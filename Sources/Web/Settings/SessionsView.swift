public import Contract
public import Kernel

/// Where the reader is signed in, and what happened to its account.
public struct SessionsView: PageView {
    /// The template's name.
    public static let template = "settings-sessions"

    struct Row: Sendable {
        let name: String
        let isCurrent: Bool
        let detail: String
        let ending: ActionForm?
    }

    struct Event: Sendable {
        let what: String
        let day: String
    }

    let notices: [Notice]
    let own: [Row]
    let apps: [Row]
    let hasApps: Bool
    let endingOthers: ActionForm?
    let endingAll: ActionForm
    let events: [Event]

    /// Makes the page.
    ///
    /// - Parameters:
    ///   - sessions: The reader's sessions.
    ///   - events: What happened to the account, the newest first.
    ///   - zone: The household's time zone.
    ///   - notices: What stands above.
    ///   - formToken: What forms carry against those of other sites.
    ///   - format: How days are written.
    public init(
        _ sessions: [API.Identity.AccountSession],
        events: [API.Identity.AccountEvent],
        zone: Zone,
        notices: [Notice] = [],
        formToken: String,
        _ format: PageFormat
    ) {
        self.notices = notices
        let when = { (instant: Timestamp) in
            "\(format.day(instant, in: zone)), \(zone.time(of: instant).text)"
        }
        let row = { (session: API.Identity.AccountSession) in
            let began = when(session.createdAt.instant)
            return Row(
                name: session.clientID ?? "Purser",
                isCurrent: session.isCurrent,
                detail: "Since \(began); last used \(when(session.lastUsedAt.instant))",
                ending: session.isCurrent ? nil : Self.ending(session, formToken: formToken)
            )
        }
        own = sessions.filter { $0.clientID == nil }.map(row)
        apps = sessions.filter { $0.clientID != nil }.map(row)
        hasApps = !apps.isEmpty
        let form = { (job: String, button: String, sentence: String) in
            ActionForm(
                SettingsPage.sessions.path,
                formToken: formToken,
                hidden: ["do": job],
                button: button,
                isQuiet: true,
                asking: ActionForm.Question(button, sentence)
            )
        }
        endingOthers =
            sessions.contains { !$0.isCurrent }
            ? form(
                "others",
                "Sign out everywhere else",
                "Every other browser and app has to sign in again."
            ) : nil
        endingAll = form(
            "all",
            "Sign out everywhere",
            "Every browser and app has to sign in again, this one too."
        )
        self.events = events.map { event in
            let app = event.clientID.map { " · \($0)" } ?? ""
            return Event(what: Self.words(event.kind) + app, day: when(event.happenedAt.instant))
        }
    }

    private static func ending(
        _ session: API.Identity.AccountSession,
        formToken: String
    ) -> ActionForm {
        ActionForm(
            SettingsPage.sessions.path,
            formToken: formToken,
            hidden: ["do": "one", "session": session.sessionID.text],
            button: "Sign out",
            isQuiet: true,
            asking: ActionForm.Question("Sign out there", "It has to sign in again.")
        )
    }

    /// What happened, as a sentence begins: `second_factor_on` is `Second factor on`.
    private static func words(_ kind: String) -> String {
        let words = kind.replacing("_", with: " ")
        return words.prefix(1).uppercased() + words.dropFirst()
    }
}
