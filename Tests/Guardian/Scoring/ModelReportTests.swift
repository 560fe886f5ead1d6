import Testing

@testable import Guardian
@testable import GuardianTraining

@Suite("The scoring model's report")
struct ModelReportTests {
    @Test("the report of the model that is shipped comes out again, and its fit is the best one")
    func evaluatedAgain() throws {
        let model = try ScoringModel.carried()
        let report = model.report
        let set = ReferenceSet(seed: report.seed, households: report.rows.households)
        let again = TrainingReport(
            of: model.parameters,
            fit: report.fit,
            seed: report.seed,
            on: set
        )
        #expect(again == report)
        // Training would not move the parameters any more.
        let rows = set.training.map { model.parameters.row(of: $0.input) }
        let labels = set.training.map(\.isAvoidable)
        let slope = LogisticRegression.steepestSlope(rows, labels, model.parameters, report.fit)
        #expect(slope < 1e-6)
    }

    @Test("the model is better than the category alone and close to the recipe itself")
    func good() throws {
        let report = try ScoringModel.carried().report
        #expect(report.model.rocAUC > report.categoryBaseline.rocAUC + 0.015)
        #expect(report.model.brier < report.categoryBaseline.brier - 0.005)
        #expect(report.model.brier < report.recipeCeiling.brier + 0.003)
        #expect(report.model.calibrationError < 0.03)
        #expect(report.model.accuracy > 0.79)
    }

    @Test("the counts of the report fit together")
    func counts() throws {
        let report = try ScoringModel.carried().report
        #expect(report.categories.reduce(0) { $0 + $1.rows } == report.rows.all)
        #expect(report.categories.allSatisfy { $0.positives > 0 && $0.positives < $0.rows })
        #expect(report.rows.households == 4 * report.rows.heldOutHouseholds)
        #expect(report.deciles.count == 10)
        #expect(report.reliability.reduce(0) { $0 + $1.count } == report.rows.heldOut)
    }

    @Test("docs/model.md shows the figures of the model that is shipped")
    func document() throws {
        let model = try ScoringModel.carried()
        let text = try ModelFileTests.text("docs/model.md")
        #expect(text.contains(ModelDocument(model: model, curves: []).modelText))
    }

    @Test("the figures of a document are written anew between their marks, and nothing else is")
    func replaced() throws {
        let document = ModelDocument(model: try ScoringModel.carried(), curves: [])
        let old = "# A\n\n\(ModelDocument.beginning)\nold\n\(ModelDocument.end)\n\nend\n"
        let new = try #require(document.replacing(in: old))
        #expect(new == "# A\n\n\(document.text)\nend\n")
        #expect(document.replacing(in: new) == new)
        #expect(document.replacing(in: "# A\n") == nil)
    }

    @Test("the summary has a column for each of the three")
    func summary() throws {
        let lines = try ScoringModel.carried().report.summary.split(separator: "\n")
        #expect(lines.count == 7)
        #expect(Set(lines.dropFirst().map(\.count)) == [48])
    }

    @Test(
        "a report's number has as many decimals as asked",
        arguments: [
            (0.14, 4, "0.1400"), (0.999_96, 4, "1.0000"), (-0.05, 1, "-0.1"), (12.3456, 2, "12.35"),
            (-0.000_01, 4, "0.0000"), (0, 1, "0.0"),
        ]
    )
    func decimals(number: Double, count: Int, text: String) {
        #expect(number.fixed(count) == text)
    }
}
