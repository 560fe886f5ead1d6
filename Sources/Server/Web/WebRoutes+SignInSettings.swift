import Contract
import HTTPTypes
import Hummingbird
import Kernel
import Operations
import Web

/// What the reader signs in with, and where it is signed in.
extension WebRoutes {
    func showSignInSettings(
        _ visit: Visit,
        _ request: Request,
        factor: SignInSettingsView.Factor? = nil,
        notices: [Notice] = [],
        trouble: FormTrouble? = nil,
        _ status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        let desk = try await desk(of: visit)
        var shown = factor
        if shown == nil { shown = .stands(try await visit.call(API.Identity.getSecondFactor)) }
        guard let shown else { throw Problem(.internal) }
        let view = SignInSettingsView(
            email: desk.reader.email,
            factor: shown,
            passkeys: try await visit.call(API.Identity.listPasskeys).passkeys,
            passkeyOptions: try await passkeyOptions(visit),
            device: try await device(of: desk.reader, request),
            zone: desk.zone,
            notices: notices,
            trouble: trouble,
            formToken: visit.formToken,
            desk.format
        )
        return settings(view, SettingsPage.signIn.title, desk, visit, status)
    }

    /// What a browser makes a passkey with, as JSON; `nil` where the server has no name for one.
    private func passkeyOptions(_ visit: Visit) async throws -> String? {
        guard services.operations.identity.passkeyRequest(now: services.now()) != nil else {
            return nil
        }
        let options = try await visit.call(API.Identity.passkeyOptions)
        return String(decoding: try WireEncoder.bytes(options), as: UTF8.self)
    }

    func settleSignIn(
        _ form: PageForm,
        _ visit: Visit,
        _ request: Request
    ) async throws -> Response {
        let job = form["do"]
        let kept = ["email", "endSessions", "removePasskeys", "name"] + Self.passkeyFields
        let typed = kept.map { ($0, form[$0]) }
        return try await settle(job, typed: Dictionary(uniqueKeysWithValues: typed)) {
            switch job {
            case "begin": return try await beginFactor(form, visit, request)
            case "confirm": return try await confirmFactor(form, visit, request)
            case "share": return try await shareDevice(form, visit)
            case "unshare": return try await unshareDevice(visit)
            default:
                try await changeSignIn(job, form, visit)
                return redirect(to: .signIn, done: job)
            }
        } otherwise: { trouble, status in
            // The secret of a factor that was begun is nowhere but in the form.
            let isBegun = job == "confirm" && status != .conflict
            return try await showSignInSettings(
                visit,
                request,
                factor: isBegun ? Self.begun(form["secret"]) : nil,
                trouble: trouble,
                status
            )
        }
    }

    private func changeSignIn(_ job: String, _ form: PageForm, _ visit: Visit) async throws {
        switch job {
        case "email":
            _ = try await visit.call(
                API.Identity.changeEmail,
                API.Identity.ChangeEmailRequest(
                    email: form["email"],
                    password: Password(form["password"])
                )
            )
        case "password":
            _ = try await visit.call(
                API.Identity.changePassword,
                API.Identity.ChangePasswordRequest(
                    currentPassword: Password(form["currentPassword"]),
                    newPassword: Password(form["newPassword"]),
                    endSessions: !form["endSessions"].isEmpty,
                    removePasskeys: !form["removePasskeys"].isEmpty
                )
            )
        case "off":
            _ = try await visit.call(
                API.Identity.disableSecondFactor,
                API.Identity.DisableSecondFactorRequest(
                    password: form.password("password"),
                    code: form["code"]
                )
            )
        case "addPasskey": try await addPasskey(form, visit)
        case "passkey":
            _ = try await visit.call(
                API.Identity.deletePasskey,
                API.Identity.PasskeyReference(passkeyID: try form.id("passkey"))
            )
        default: throw Problem(.notFound)
        }
    }

    /// The fields that the page's script fills in.
    private static let passkeyFields = ["client_data", "attestation_object"]

    private func addPasskey(_ form: PageForm, _ visit: Visit) async throws {
        let code = form["code"].filter { !$0.isWhitespace }
        _ = try await visit.call(
            API.Identity.addPasskey,
            API.Identity.PasskeyRequest(
                name: form["name"],
                credential: API.Identity.PasskeyRequest.Credential(
                    response: API.Identity.PasskeyRequest.Response(
                        clientDataJSON: form["client_data"],
                        attestationObject: form["attestation_object"]
                    )
                ),
                password: form.password("password"),
                code: code.isEmpty ? nil : code
            )
        )
    }

    private func beginFactor(
        _ form: PageForm,
        _ visit: Visit,
        _ request: Request
    ) async throws -> Response {
        let begun = try await visit.call(
            API.Identity.beginSecondFactor,
            API.Identity.BeginSecondFactorRequest(password: form.password("password"))
        )
        return try await showSignInSettings(
            visit,
            request,
            factor: .begun(secret: begun.secret, address: begun.uri)
        )
    }

    private func confirmFactor(
        _ form: PageForm,
        _ visit: Visit,
        _ request: Request
    ) async throws -> Response {
        let codes = try await visit.call(
            API.Identity.confirmSecondFactor,
            API.Identity.ConfirmSecondFactorRequest(code: form["code"])
        )
        return try await showSignInSettings(
            visit,
            request,
            factor: .confirmed(recoveryCodes: codes.recoveryCodes)
        )
    }

    /// A factor whose secret a form carried; `nil` where that is no secret.
    private static func begun(_ secret: String) -> SignInSettingsView.Factor? {
        let isSecret =
            (16...64).contains(secret.utf8.count)
            && secret.utf8.allSatisfy { (0x41...0x5A).contains($0) || (0x32...0x37).contains($0) }
        return isSecret ? .begun(secret: secret, address: nil) : nil
    }

    func showSessions(_ visit: Visit, _ notices: [Notice]) async throws -> Response {
        let desk = try await desk(of: visit)
        let view = SessionsView(
            try await visit.call(API.Identity.listSessions).sessions,
            events: try await visit.call(
                API.Identity.listAccountEvents,
                API.Identity.AccountEventsRequest(limit: PageNumber(20))
            ).events,
            zone: desk.zone,
            notices: notices,
            formToken: visit.formToken,
            desk.format
        )
        return settings(view, SettingsPage.sessions.title, desk, visit)
    }

    func endSessions(_ form: PageForm, _ visit: Visit) async throws -> Response {
        let job = form["do"]
        switch job {
        case "one":
            _ = try await visit.call(
                API.Identity.endSession,
                API.Identity.SessionReference(sessionID: try form.id("session"))
            )
        case "others": try await endOtherSessions(visit)
        case "all":
            _ = try await visit.call(API.Identity.endSessions)
            return toSignIn(next: WebApp.home)
        default: throw Problem(.notFound)
        }
        return redirect(to: .sessions, done: job)
    }

    private func endOtherSessions(_ visit: Visit) async throws {
        let sessions = try await visit.call(API.Identity.listSessions).sessions
        for other in sessions where !other.isCurrent {
            do {
                _ = try await visit.call(
                    API.Identity.endSession,
                    API.Identity.SessionReference(sessionID: other.sessionID)
                )
            } catch let problem as Problem where problem.kind == .notFound {
                // It ended meanwhile, which is what was asked for.
                continue
            }
        }
    }
}
