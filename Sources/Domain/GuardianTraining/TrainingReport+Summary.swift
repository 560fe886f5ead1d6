public import Guardian

extension TrainingReport {
    /// A few lines for whoever has just trained the model.
    public var summary: String {
        let lines: [(String, KeyPath<ScoringFigures, Double>)] = [
            ("accuracy", \.accuracy), ("ROC AUC", \.rocAUC), ("log loss", \.logLoss),
            ("Brier", \.brier), ("calibration error", \.calibrationError),
        ]
        let figures = lines.map { name, figure in
            let columns = [model, categoryBaseline, recipeCeiling]
            return Self.line(name, columns.map { $0[keyPath: figure].fixed(4) })
        }
        let title = """
            trained with seed \(seed) on \(rows.training) purchases, held against \
            \(rows.heldOut) of \(rows.heldOutHouseholds) other households
            """
        let heads = Self.line("", ["model", "category", "recipe"])
        return ([title, heads] + figures).joined(separator: "\n")
    }

    private static func line(_ name: String, _ cells: [String]) -> String {
        let padded = name + String(repeating: " ", count: max(0, 18 - name.count))
        return padded
            + cells.map { String(repeating: " ", count: max(0, 10 - $0.count)) + $0 }.joined()
    }
}
