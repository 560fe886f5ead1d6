public import Contract
public import Kernel

/// What the reader signs in with.
public struct SignInSettingsView: PageView {
    /// The template's name.
    public static let template = "settings-sign-in"

    /// How far the second factor is.
    public enum Factor: Sendable {
        /// As the endpoint tells.
        case stands(API.Identity.SecondFactorStatus)
        /// It was begun, and waits for its first code; the address opens an authenticator app.
        case begun(secret: String, address: String?)
        /// It was turned on just now; the codes are shown this once.
        case confirmed(recoveryCodes: [String])
    }

    struct Passkey: Sendable {
        let name: String
        let detail: String
        let removing: ActionForm
    }

    /// The form that the page's script makes a passkey for.
    struct NewPasskey: Sendable {
        let action: String
        let formToken: String
        let job: String
        /// What the browser makes it with, as JSON.
        let options: String
        let clientData: String
        let attestationObject: String
        let username: String
        let fields: [TextField]
        let credentialProblem: String?
        let passkeyScript = WebApp.passkeyScript.path
    }

    /// Whether this device lists the family before anybody signs in.
    public enum Device: Sendable {
        /// It may.
        case ownOnly
        /// It does, for so long.
        case shared(until: Timestamp)
    }

    struct ThisDevice: Sendable {
        let state: String
        let form: ActionForm

        init(_ device: Device, _ forms: SignInForms, day: (Timestamp) -> String) {
            switch device {
            case .ownOnly:
                state =
                    "Share it, and its sign-in page lists your family by name. Everybody signs in "
                    + "with a password as before."
                form = forms.sharing
            case .shared(let end):
                state =
                    "It lists your family by name, until \(day(end)) or until you change your "
                    + "password."
                form = forms.unsharing
            }
        }
    }

    struct Begun: Sendable {
        let secret: String
        let address: String?
        let confirming: ActionForm
    }

    let notices: [Notice]
    let email: String
    let changingEmail: ActionForm
    let changingPassword: ActionForm
    let factorState: String
    let beginning: ActionForm?
    let begun: Begun?
    let recoveryCodes: [String]
    let hasRecoveryCodes: Bool
    let ending: ActionForm?
    let passkeys: [Passkey]
    let hasPasskeys: Bool
    let adding: NewPasskey?
    let device: ThisDevice?

    /// Makes the page.
    ///
    /// - Parameters:
    ///   - email: The address that the reader signs in with.
    ///   - factor: How far the second factor is.
    ///   - passkeys: The reader's passkeys.
    ///   - passkeyOptions: What a browser makes a passkey with, as JSON; `nil` where it makes none.
    ///   - device: Whether this device lists the family; `nil` for a reader who cannot settle that.
    ///   - zone: The household's time zone.
    ///   - notices: What stands above.
    ///   - trouble: What was wrong with a form.
    ///   - formToken: What forms carry against those of other sites.
    ///   - format: How figures and days are written.
    public init(
        email: String,
        factor: Factor,
        passkeys: [API.Identity.PasskeyResponse],
        passkeyOptions: String? = nil,
        device: Device? = nil,
        zone: Zone,
        notices: [Notice] = [],
        trouble: FormTrouble? = nil,
        formToken: String,
        _ format: PageFormat
    ) {
        let forms = SignInForms(trouble, of: email, formToken: formToken)
        self.notices = notices + (trouble.map { [$0.notice] } ?? [])
        self.email = email
        changingEmail = forms.changingEmail
        changingPassword = forms.changingPassword
        var (beginning, ending): (ActionForm?, ActionForm?) = (nil, nil)
        var begun: Begun?
        var codes: [String] = []
        var isOn = false
        switch factor {
        case .stands(let status) where status.isOn:
            isOn = true
            let left = format.number(status.recoveryCodesLeft)
            factorState = "On. Recovery codes that are left: \(left)."
            ending = forms.endingFactor
        case .stands:
            factorState = "Off. With it, signing in takes a code of an app on your phone, too."
            beginning = forms.beginningFactor
        case .begun(let secret, let address):
            factorState = "Begun. It is on as soon as you type in the app's first code."
            begun = Begun(
                secret: secret,
                address: address,
                confirming: forms.confirmingFactor(secret)
            )
        case .confirmed(let recoveryCodes):
            isOn = true
            factorState = "On, from now on."
            codes = recoveryCodes
        }
        (self.beginning, self.ending, self.begun) = (beginning, ending, begun)
        recoveryCodes = codes
        hasRecoveryCodes = !codes.isEmpty
        self.passkeys = passkeys.map { passkey in
            let used = passkey.lastUsedAt.map { "last used \(format.day($0.instant, in: zone))" }
            return Passkey(
                name: passkey.name,
                detail: "Added \(format.day(passkey.createdAt.instant, in: zone)), "
                    + (used ?? "not used yet"),
                removing: forms.removing(passkey)
            )
        }
        hasPasskeys = !passkeys.isEmpty
        adding = passkeyOptions.map { forms.adding(options: $0, asksForCode: isOn) }
        let day = { format.day($0, in: zone) }
        self.device = device.map { ThisDevice($0, forms, day: day) }
    }
}
