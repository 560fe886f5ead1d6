extension TextField {
    /// What a new password must be.
    static let passwordRule = "8 characters or more, with a letter and a digit"

    /// A password of the reader's, which is never shown again.
    ///
    /// `job`: The form it stands in; ids tell the fields of several forms apart. `trouble`: What
    /// was wrong with the page's forms.
    static func password(
        _ name: String = "password",
        _ label: String = "Your password",
        isNew: Bool = false,
        isRequired: Bool = true,
        hint: String? = nil,
        in job: String,
        _ trouble: FormTrouble?
    ) -> TextField {
        TextField(
            name,
            label,
            id: "\(job)-\(name)",
            type: "password",
            autocomplete: isNew ? "new-password" : "current-password",
            isRequired: isRequired,
            hint: hint ?? (isNew ? passwordRule : nil),
            problem: trouble?.problem(name, in: job)
        )
    }

    /// The password as proof of who asks, for a form that takes a sign-in of the last minutes as
    /// well.
    static func proof(in job: String, _ trouble: FormTrouble?) -> TextField {
        password(
            isRequired: false,
            hint: "Not needed in the first five minutes after signing in",
            in: job,
            trouble
        )
    }
}
