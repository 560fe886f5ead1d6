import Contract
import Kernel

/// The forms of the page that settles how somebody signs in.
struct SignInForms {
    let trouble: FormTrouble?
    /// What the reader signs in with.
    let email: String
    let formToken: String

    init(_ trouble: FormTrouble?, of email: String, formToken: String) {
        self.trouble = trouble
        self.email = email
        self.formToken = formToken
    }

    private func form(
        _ job: String,
        _ fields: [TextField],
        boxes: [ActionForm.Box] = [],
        also hidden: KeyValuePairs<String, String>? = nil,
        _ button: String,
        asking question: (summary: String, sentence: String)? = nil
    ) -> ActionForm {
        ActionForm(
            SettingsPage.signIn.path,
            formToken: formToken,
            hidden: hidden ?? ["do": job],
            fields: fields,
            boxes: boxes,
            button: button,
            username: email,
            isQuiet: question != nil,
            asking: question.map {
                ActionForm.Question(
                    $0.summary,
                    $0.sentence,
                    isOpen: trouble?.isIn(job) ?? false
                )
            }
        )
    }

    private func code(_ hint: String, in job: String) -> TextField {
        TextField(
            "code",
            "Code",
            id: "\(job)-code",
            autocomplete: "one-time-code",
            inputmode: "text",
            hint: hint,
            problem: trouble?.problem("code", in: job)
        )
    }

    var changingEmail: ActionForm {
        let address = TextField(
            "email",
            "New e-mail address",
            trouble?.typed("email", in: "email") ?? "",
            autocomplete: "email",
            inputmode: "email",
            problem: trouble?.problem("email", in: "email")
        )
        return form("email", [address, .password(in: "email", trouble)], "Change the address")
    }

    var changingPassword: ActionForm {
        form(
            "password",
            [
                .password("currentPassword", "Current password", in: "password", trouble),
                .password("newPassword", "New password", isNew: true, in: "password", trouble),
            ],
            boxes: [
                ActionForm.Box(
                    "endSessions",
                    "Sign out everywhere else",
                    isTicked: trouble?.typed("endSessions", in: "password").map { !$0.isEmpty }
                        ?? true
                ),
                ActionForm.Box(
                    "removePasskeys",
                    "Remove my passkeys, too",
                    isTicked: trouble?.typed("removePasskeys", in: "password") == "yes"
                ),
            ],
            "Change the password"
        )
    }

    var beginningFactor: ActionForm {
        form("begin", [.password(in: "begin", trouble)], "Begin")
    }

    func confirmingFactor(_ secret: String) -> ActionForm {
        form(
            "confirm",
            [code("Six digits that the app shows now.", in: "confirm")],
            also: ["do": "confirm", "secret": secret],
            "Turn it on"
        )
    }

    var endingFactor: ActionForm {
        form(
            "off",
            [.password(in: "off", trouble), code("From the app, or a recovery code.", in: "off")],
            "Turn it off",
            asking: (
                "Turn it off",
                "Signing in takes the password alone then. The recovery codes are worth nothing."
            )
        )
    }

    func removing(_ passkey: API.Identity.PasskeyResponse) -> ActionForm {
        form(
            "passkey",
            [],
            also: ["do": "passkey", "passkey": passkey.passkeyID.text],
            "Remove \(passkey.name)",
            asking: ("Remove", "This passkey signs nobody in any more.")
        )
    }

    /// A passkey that the browser has made stays in the form while only the proof was wrong.
    func adding(options: String, asksForCode: Bool) -> SignInSettingsView.NewPasskey {
        let job = "addPasskey"
        let name = TextField(
            "name",
            "Name",
            trouble?.typed("name", in: job) ?? "",
            id: "\(job)-name",
            hint: "Such as: my phone",
            problem: trouble?.problem("name", in: job)
        )
        let proof = TextField.password(
            isRequired: false,
            hint: "Leave it empty if you have none",
            in: job,
            trouble
        )
        let codes = asksForCode ? [code("From the app, or a recovery code.", in: job)] : []
        let isMended = ["name", "password", "code"].contains {
            trouble?.problem($0, in: job) != nil
        }
        let fault = trouble?.problem("credential", in: job)
        let made = { (field: String) in
            isMended && fault == nil ? trouble?.typed(field, in: job) ?? "" : ""
        }
        return SignInSettingsView.NewPasskey(
            action: SettingsPage.signIn.path,
            formToken: formToken,
            job: job,
            options: options,
            clientData: made("client_data"),
            attestationObject: made("attestation_object"),
            username: email,
            fields: [name, proof] + codes,
            credentialProblem: fault
        )
    }

    var sharing: ActionForm {
        form("share", [.proof(in: "share", trouble)], "Share this device")
    }

    var unsharing: ActionForm {
        form(
            "unshare",
            [],
            "Stop sharing it",
            asking: ("Stop sharing it", "This device lists nobody any more.")
        )
    }
}
