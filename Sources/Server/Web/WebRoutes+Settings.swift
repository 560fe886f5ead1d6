import Contract
import HTTPTypes
import Hummingbird
import Kernel
import Operations
import Web

/// The pages of settings.
extension WebRoutes {
    func addSettings(to router: Router<PurserContext>) {
        page(
            Frame.Place.settings.path,
            on: router,
            post: nil,
            get: { visit, _ in try await showSettings(visit) }
        )
        page(
            SettingsPage.accounts.path,
            on: router,
            post: { visit, form, _ in try await settleAccounts(form, visit) },
            get: { visit, request in try await showAccounts(visit, try Self.done(request)) }
        )
        page(
            SettingsPage.notifications.path,
            on: router,
            post: { visit, form, _ in try await settleNotifications(form, visit) },
            get: { visit, request in try await showNotifications(visit, try Self.done(request)) }
        )
        page(
            SettingsPage.signIn.path,
            on: router,
            post: { visit, form, request in try await settleSignIn(form, visit, request) },
            get: { visit, request in
                try await showSignInSettings(visit, request, notices: try Self.done(request))
            }
        )
        page(
            SettingsPage.sessions.path,
            on: router,
            post: { visit, form, _ in try await endSessions(form, visit) },
            get: { visit, request in try await showSessions(visit, try Self.done(request)) }
        )
        page(
            SettingsPage.household.path,
            on: router,
            post: { visit, form, _ in try await settleHousehold(form, visit) },
            get: { visit, request in
                try await showHousehold(visit, notices: try Self.done(request))
            }
        )
        page(
            SettingsPage.data.path,
            on: router,
            post: { visit, form, _ in try await deleteReader(form, visit) },
            get: { visit, _ in try await showData(visit) }
        )
        page(
            DataView.exportPath,
            on: router,
            post: nil,
            get: { visit, request in try await export(visit, request) }
        )
    }

    /// A page of settings as it is sent.
    func settings(
        _ view: some PageView,
        _ title: String,
        _ desk: Desk,
        _ visit: Visit,
        _ status: HTTPResponse.Status = .ok
    ) -> Response {
        show(view, title, at: .settings, desk, visit, status)
    }

    /// Sends a browser back to the page whose form did something.
    func redirect(to page: SettingsPage, done job: String) -> Response {
        redirect(to: "\(page.path)?done=\(job)")
    }

    /// Does what a form asks for, or shows its page again with what was wrong.
    ///
    /// - Throws: ``Problem`` that who sent the form can do nothing about.
    func settle(
        _ job: String,
        typed: [String: String] = [:],
        _ work: () async throws -> Response,
        otherwise show: (FormTrouble, HTTPResponse.Status) async throws -> Response
    ) async throws -> Response {
        do {
            return try await work()
        } catch let problem as Problem {
            guard let trouble = FormTrouble(problem, in: job, typed: typed) else { throw problem }
            // The session is good; what is missing is asked for on the page.
            let isUnproven = problem.kind == .unauthenticated
            let status = isUnproven ? 400 : problem.kind.status
            return try await show(trouble, HTTPResponse.Status(code: status))
        }
    }

    /// What a page says of what its form did before.
    private static func done(_ request: Request) throws -> [Notice] {
        let job = try request.queryPairs().first { $0.key == "done" }?.value ?? ""
        return sentences[job].map { [Notice(.good, $0)] } ?? []
    }

    private static let sentences = [
        "sync": "The banks were read",
        "link": "The bank is linked, and was read",
        "unlink": "The account is unlinked",
        "notifications": "What you are told is as you want it now",
        "email": "You sign in with the new e-mail address from now on",
        "password": "The password was changed",
        "off": "The second factor is off",
        "passkey": "The passkey is removed",
        "addPasskey": "The passkey is added, and signs you in from now on",
        "share": "The sign-in page of this device lists your family from now on",
        "unshare": "The sign-in page of this device lists nobody any more",
        "one": "That session has ended",
        "others": "Every other session has ended",
        "withdraw": "The invitation is withdrawn",
        "child": "The child is removed",
        "parent": "The parent is removed",
    ]

    private func showSettings(_ visit: Visit) async throws -> Response {
        let desk = try await desk(of: visit)
        let preferences = try await visit.call(API.Banking.getNotificationPreferences)
        let view = SettingsView(
            SettingsView.Answers(
                reader: desk.reader,
                family: desk.family,
                accounts: desk.accounts.accounts.count,
                notifies: preferences.pushEnabled,
                factor: try await visit.call(API.Identity.getSecondFactor),
                sessions: try await visit.call(API.Identity.listSessions).sessions.count
            ),
            desk.format
        )
        return settings(view, "Settings", desk, visit)
    }
}

extension PageForm {
    /// A field that may be left empty.
    func text(_ key: String) -> String? { self[key].isEmpty ? nil : self[key] }

    /// A password that may be left empty.
    func password(_ key: String) -> Password? { text(key).map { Password($0) } }

    /// The id in a field.
    ///
    /// - Throws: ``Problem`` `notFound` for what no form of ours holds.
    func id<Subject>(_ key: String) throws -> ID<Subject> {
        guard let id = ID<Subject>(self[key]) else { throw Problem(.notFound) }
        return id
    }
}
