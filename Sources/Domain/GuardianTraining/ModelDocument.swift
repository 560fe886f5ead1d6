public import Guardian

/// The figures of a model and of learning, as Markdown.
///
/// They stand in a document between two marks, so that a command can write them anew and a test can
/// tell whether they are current.
public struct ModelDocument: Sendable {
    /// The line above the figures.
    public static let beginning = "<!-- figures: written by `purser model train --report` -->"
    /// The line below the figures.
    public static let end = "<!-- end of figures -->"

    private let model: ScoringModel
    private let curves: [LearningCurve]

    /// Gathers what is told; the curves by rising strength of the tastes.
    public init(model: ScoringModel, curves: [LearningCurve]) {
        self.model = model
        self.curves = curves
    }

    /// The figures, with their marks.
    public var text: String {
        """
        \(Self.beginning)
        \(modelText)
        \(curves.map(Self.text).joined(separator: "\n"))
        \(Self.end)

        """
    }

    /// The model's part of the figures.
    public var modelText: String {
        let report = model.report
        let rows = report.rows
        return """
            Seed \(report.seed). Trained on \(rows.training) purchases; all figures are of \
            \(rows.heldOut) purchases of \(rows.heldOutHouseholds) other households. Newton's \
            method took \(report.fit.steps) steps.

            | | Model | Only the category | The recipe itself |
            |---|---|---|---|
            \(figures)

            | Category | Rows | Avoidable |
            |---|---|---|
            \(Self.table(report.categories) { [$0.category, "\($0.rows)", "\($0.positives)"] })

            | Tenth of the rows, by prediction | Rows | Predicted | Observed |
            |---|---|---|---|
            \(Self.bins(report.deciles))

            | Tenth of the scale that is not empty | Rows | Predicted | Observed |
            |---|---|---|---|
            \(Self.bins(report.reliability))

            | Feature | Mean | Deviation | Coefficient |
            |---|---|---|---|
            \(coefficients)

            """
    }

    /// A document with these figures instead of those between its marks; `nil` without marks.
    public func replacing(in document: String) -> String? {
        guard let start = document.firstRange(of: Self.beginning),
            let end = document.firstRange(of: Self.end + "\n"),
            start.upperBound < end.lowerBound
        else { return nil }
        return document[..<start.lowerBound] + text + document[end.upperBound...]
    }

    private var figures: String {
        let lines: [(String, KeyPath<ScoringFigures, Double>)] = [
            ("Accuracy at 0.5", \.accuracy), ("ROC AUC", \.rocAUC), ("Log loss", \.logLoss),
            ("Brier", \.brier), ("Expected calibration error", \.calibrationError),
        ]
        let report = model.report
        return Self.table(lines) { name, figure in
            let columns = [report.model, report.categoryBaseline, report.recipeCeiling]
            return [name] + columns.map { $0[keyPath: figure].fixed(4) }
        }
    }

    private var coefficients: String {
        let parameters = model.parameters
        let features = Array(parameters.features.enumerated())
        let lines = features.map { index, name in
            let isNumber = index < parameters.means.count
            return [
                "`\(name)`",
                isNumber ? parameters.means[index].fixed(2) : "",
                isNumber ? parameters.deviations[index].fixed(2) : "",
                parameters.coefficients[index].fixed(3),
            ]
        }
        let intercept = ["intercept", "", "", parameters.intercept.fixed(3)]
        return Self.table(lines + [intercept]) { $0 }
    }

    private static func text(of curve: LearningCurve) -> String {
        """
        Tastes of deviation \(curve.tasteDeviation.fixed(1)), \(curve.members) members; who knew \
        the tastes would have a Brier score of \(curve.leastBrier.fixed(4)).

        | Answers | Rule | Brier | Beside the contract's rule | Own ECE | Joint ECE |
        |---|---|---|---|---|---|
        \(table(lines(of: curve)) { $0 })

        """
    }

    /// Without any answers all rules are the same, so that is one line.
    private static func lines(of curve: LearningCurve) -> [[String]] {
        LearningCurve.answers.flatMap { answers in
            let rules = answers == 0 ? [.none] : LearningRule.allCases
            return rules.compactMap { curve.point($0, after: answers) }.map { point in
                let beside =
                    "\(point.brierBesideContract.fixed(4)) ± \(point.standardError.fixed(4))"
                return [
                    "\(answers)",
                    answers == 0 ? "any" : point.rule.rawValue,
                    point.brier.fixed(4),
                    answers == 0 || point.rule == .contract ? "" : beside,
                    point.ownCalibrationError.fixed(4),
                    point.jointCalibrationError.fixed(4),
                ]
            }
        }
    }

    private static func bins(_ bins: [CalibrationBin]) -> String {
        table(Array(bins.enumerated())) { index, bin in
            ["\(index + 1)", "\(bin.count)", bin.predicted.fixed(3), bin.observed.fixed(3)]
        }
    }

    private static func table<Row>(_ rows: [Row], _ cells: (Row) -> [String]) -> String {
        rows.map { "| \(cells($0).joined(separator: " | ")) |" }.joined(separator: "\n")
    }
}
