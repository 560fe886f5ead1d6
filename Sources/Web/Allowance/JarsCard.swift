import Contract

/// What a child has in which jar, and the forms that move it.
struct JarsCard: Sendable {
    let total: String
    let rows: [Entry]
    /// What moves money between them, and what shares each allowance.
    let forms: [ActionForm]

    init(_ jars: API.Allowance.JarsResponse, _ forms: PageForms, _ words: FamilyWords) {
        total = words.money(jars.total)
        let row = { (name: String, amount: DecimalAmount, percent: Int) in
            Entry(
                name,
                .held(hundredths: amount.minor, words.format),
                "\(percent) % of each allowance"
            )
        }
        rows = [
            row("To spend", jars.spend, jars.split.spend),
            row("Saved", jars.save, jars.split.save),
            row("To give away", jars.give, jars.split.give),
        ]
        let shares = [
            ("spend", "To spend", jars.split.spend), ("save", "Saved", jars.split.save),
            ("give", "To give away", jars.split.give),
        ].map { name, label, percent in
            forms.field(
                "split",
                name,
                "\(label), in %",
                "\(percent)",
                inputmode: "numeric",
                hint: "together they are 100"
            )
        }
        self.forms = [
            forms.form(
                "move-jar",
                "Move it",
                [
                    forms.field("move-jar", "from", "From", "Spend", options: Self.names),
                    forms.field("move-jar", "to", "To", "Save", options: Self.names),
                    forms.amount("move-jar"),
                ],
                behind: "Move money"
            ),
            forms.form(
                "split",
                "Keep",
                shares,
                behind: "Share each allowance"
            ),
        ]
    }

    private static let names = [
        (value: "Spend", name: "To spend"), (value: "Save", name: "Saved"),
        (value: "Give", name: "To give away"),
    ]
}
