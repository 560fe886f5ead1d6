import Contract
import Kernel
import Testing

@testable import Web

@Suite("Templates of settings")
struct SettingsTemplateTests {
    private let format = PageFormat(languages: nil, currency: .usd)
    private let notices = [Notice(.good, "Done")]

    private func trouble(_ job: String, _ field: String) throws -> FormTrouble {
        let problem = Problem.invalid([Fault(field: field, rule: "is wrong")])
        return try #require(FormTrouble(problem, in: job, typed: ["email": "a@b.c"]))
    }

    private func frame(at place: Frame.Place? = .settings) -> Frame {
        Frame(
            titled: "A title",
            at: place,
            for: Frame.Reader(name: "Ann", role: "Parent"),
            format,
            formToken: "token",
            waiting: [.today: 2, .settings: 1]
        )
    }

    private func signIn(
        _ factor: SignInSettingsView.Factor,
        _ trouble: FormTrouble? = nil,
        options: String? = nil,
        device: SignInSettingsView.Device? = nil
    ) -> SignInSettingsView {
        SignInSettingsView(
            email: "ann@example.com",
            factor: factor,
            passkeys: API.Identity.listPasskeys.answers.passkeys,
            passkeyOptions: options,
            device: device,
            zone: .utc,
            notices: notices,
            trouble: trouble,
            formToken: "token",
            format
        )
    }

    private func household() throws -> HouseholdView {
        let members = API.Allowance.familyMembers.answers.members
        let child = try #require(API.Allowance.familyChildren.answers.children.first)
        let second = API.Allowance.FamilyMember(
            userID: ID(RawID(high: 1, low: 2)),
            email: "second@example.com",
            firstName: "",
            lastName: "",
            role: .parent
        )
        return HouseholdView(
            HouseholdView.Answers(
                reader: API.Allowance.currentMember.answers,
                family: API.Allowance.currentFamily.answers,
                currency: .usd,
                members: members + [second],
                children: [child.userID: child.childID],
                invitations: API.Identity.listInvitations.answers.invitations,
                made: API.Identity.createInvitation.answers
            ),
            zone: .utc,
            notices: notices,
            trouble: try trouble("invite", "email"),
            formToken: "token",
            format
        )
    }

    @Test("name nothing that their views do not have")
    func words() throws {
        var check = TemplateCheck()
        let reader = API.Allowance.currentMember.answers
        let index = SettingsView(
            SettingsView.Answers(
                reader: reader,
                family: API.Allowance.currentFamily.answers,
                accounts: 1,
                notifies: true,
                factor: API.Identity.getSecondFactor.answers,
                sessions: 2
            ),
            format
        )
        let notifications = NotificationsView(
            NotificationsView.Typed(API.Banking.getNotificationPreferences.answers),
            problems: ["quiet_hours": "is wrong"],
            notices: notices,
            currency: "USD",
            formToken: "token"
        )
        let sessions = API.Identity.listSessions.answers.sessions
        let other = API.Identity.AccountSession(
            sessionID: sessions[0].sessionID,
            origin: .password,
            clientID: nil,
            createdAt: sessions[0].createdAt,
            lastUsedAt: sessions[0].lastUsedAt,
            isCurrent: false
        )
        let sessionsView = SessionsView(
            sessions + [other],
            events: API.Identity.listAccountEvents.answers.events,
            zone: .utc,
            notices: notices,
            formToken: "token",
            format
        )
        try check.check("settings", index)
        try check.check("settings-notifications", notifications)
        let off = API.Identity.SecondFactorStatus(isOn: false, recoveryCodesLeft: 0)
        try check.check("settings-sign-in", signIn(.stands(off), try trouble("email", "email")))
        try check.check("settings-sign-in", signIn(.stands(API.Identity.getSecondFactor.answers)))
        try check.check("settings-sign-in", signIn(.begun(secret: "ABC", address: "otpauth://a")))
        try check.check("settings-sign-in", signIn(.confirmed(recoveryCodes: ["a-b"])))
        try check.check("settings-sessions", sessionsView)
        try check.check("settings-household", try household())
        let data = DataView(reader, notices: notices, formToken: "token")
        try check.check("settings-data", data)
        try check.check("more", MoreView(frame()))
        #expect(check.unknown == [])
        for word in [
            "settings: detail", "form: hiddenValue", "dialog: sentence",
            "text-field: fieldProblem", "text-field: fieldHint", "tick: boxLabel",
            "text-field: words", "settings-sign-in: secret", "settings-sign-in: factorState",
            "settings-sessions: what", "settings-household: code", "settings-household: role",
            "settings-data: label", "more: count",
        ] {
            #expect(check.known.contains(word), "\(word)")
        }
    }

    @Test("of a search name nothing that their views do not have")
    func search() throws {
        var check = TemplateCheck()
        let list = API.Insights.transactionsOverview.answers
        let view = { (found: API.Insights.RagSearchResponse?) in
            FoundTransactionsView(
                FoundTransactionsView.Answers(
                    found: found,
                    rows: list.transactions,
                    open: list.transactions[0],
                    choices: SearchForm.Choices(
                        accounts: API.Insights.accountsOverview.answers.accounts,
                        kinds: ["Dining"]
                    )
                ),
                TransactionSearch(text: "a & b", from: "2025-01-01", least: "x")
                    .with { $0.skipped = 20 },
                TransactionsView.State(
                    notices: notices,
                    problems: ["amountMin": "is wrong"],
                    edited: EditedTransaction(
                        list.transactions[0].id,
                        isInList: true,
                        category: "Dining",
                        notes: "a",
                        problems: ["notes": "is wrong"]
                    )
                ),
                zone: .utc,
                formToken: "token",
                format
            )
        }
        let full = view(API.Insights.searchTransactions.answers)
        try check.check("found", full)
        try check.check("found", view(nil))
        #expect(check.unknown == [])
        for word in [
            "found: all", "found: wider", "found: better", "empty-state: sentence",
            "search-form: text", "transaction-line: sum", "form: hiddenValue",
        ] {
            #expect(check.known.contains(word), "\(word)")
        }
        let html = Templates.html(full)
        let path = "q=a%20%26%20b&amp;from=2025-01-01&amp;least=x&amp;skip=20&amp;open="
        #expect(html.contains(path))
        #expect(html.contains("id=\"search-least-problem\""))
    }

    @Test("show a form whose question has no answer yet closed, and one that went wrong open")
    func questions() throws {
        let on = SignInSettingsView.Factor.stands(API.Identity.getSecondFactor.answers)
        let closed = Templates.html(signIn(on))
        #expect(closed.contains("<details class=\"again\"><summary>Turn it off"))
        let opened = Templates.html(signIn(on, try trouble("off", "code")))
        #expect(opened.contains("<details class=\"again\" open><summary>Turn it off"))
        #expect(opened.contains("id=\"off-code-problem\""))
        // What was typed is kept, and never a password.
        let email = Templates.html(signIn(on, try trouble("email", "password")))
        #expect(email.contains("value=\"a@b.c\""))
        #expect(email.contains("id=\"email-password-problem\""))
    }

    @Test("of passkeys and the device name nothing that their views do not have")
    func passkeys() throws {
        var check = TemplateCheck()
        let on = SignInSettingsView.Factor.stands(API.Identity.getSecondFactor.answers)
        let refused = try trouble("addPasskey", "credential")
        let adding = signIn(on, refused, options: "{}", device: .ownOnly)
        try check.check("settings-sign-in", adding)
        #expect(check.unknown == [])
        for word in ["options", "credentialProblem", "passkeyScript", "job", "state"] {
            #expect(check.known.contains("settings-sign-in: \(word)"), "\(word)")
        }
        #expect(check.known.contains("form: username"))
        #expect(Templates.html(adding).contains("<p class=\"error\">This passkey is wrong</p>"))
    }

    @Test("name the reader to the browser wherever its password is asked for")
    func usernames() throws {
        let off = API.Identity.SecondFactorStatus(isOn: false, recoveryCodesLeft: 0)
        let on = API.Identity.getSecondFactor.answers
        let pages = [
            Templates.html(signIn(.stands(off), options: "{}", device: .ownOnly)),
            Templates.html(signIn(.stands(on), options: "{\"a\":\"<\"}", device: .ownOnly)),
            Templates.html(try household()),
        ]
        for page in pages {
            let forms = page.split(separator: "<form").filter { form in
                form.contains("type=\"password\"")
            }
            #expect(forms.count > 1)
            for form in forms {
                #expect(form.contains("<input type=\"text\" name=\"username\""), "\(form)")
            }
        }
        #expect(pages[1].contains("data-options=\"{&quot;a&quot;:&quot;&lt;&quot;}\" hidden"))
        #expect(pages[1].contains("id=\"addPasskey-code\""))
        #expect(!pages[0].contains("id=\"addPasskey-code\""))
    }

    @Test("tell a parent whether the device is shared, and nobody else")
    func device() {
        let on = SignInSettingsView.Factor.stands(API.Identity.getSecondFactor.answers)
        let end = Timestamp(seconds: 1_740_000_000)
        let shared = Templates.html(signIn(on, device: .shared(until: end)))
        #expect(shared.contains("value=\"unshare\"") && !shared.contains("value=\"share\""))
        let own = Templates.html(signIn(on, device: .ownOnly))
        #expect(own.contains("value=\"share\"") && !own.contains("value=\"unshare\""))
        #expect(!Templates.html(signIn(on)).contains("This device</h2>"))
    }

    @Test("the tabs hold five at most, of which the last leads to every place")
    func tabs() {
        let frame = frame()
        #expect(frame.tabs.count <= 5)
        #expect(frame.tabs.last?.href == Frame.morePath)
        #expect(frame.links.count == Frame.Place.ofParents.count)
        let named = Set(frame.tabs.map(\.href))
        let isInTabs = named.contains(Frame.Place.settings.path)
        #expect(frame.tabs.last?.count == (isInTabs ? nil : "1"))
        #expect(frame.tabs.last?.current == (isInTabs ? nil : "true"))
        #expect(self.frame(at: nil).tabs.last?.current == "page")
        #expect(frame.links.first { $0.href == Frame.Place.today.path }?.count == "2")
    }

    @Test("tell a refusal that can be mended from one that cannot")
    func trouble() {
        #expect(FormTrouble(Problem(.notFound), in: "a") == nil)
        #expect(FormTrouble(Problem(.forbidden), in: "a") == nil)
        #expect(FormTrouble(Problem(.unauthenticated), in: "a") == nil)
        #expect(FormTrouble(Problem(.conflict), in: "a") != nil)
        let unproven = Problem(.unauthenticated, faults: [Fault(field: "code", rule: "is wrong")])
        #expect(FormTrouble(unproven, in: "a")?.problem("code", in: "a") == "is wrong")
        #expect(FormTrouble(unproven, in: "a")?.problem("code", in: "b") == nil)
    }
}
