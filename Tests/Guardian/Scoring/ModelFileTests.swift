import Foundation
import Testing

@testable import Guardian

@Suite("The scoring model's file")
struct ModelFileTests {
    /// The text of a file of the repository.
    static func text(_ path: String) throws -> String {
        let root = URL(filePath: #filePath).appending(path: "../../../../").standardized
        return try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    @Test("what the program carries is data/guardian-model.json")
    func embedded() throws {
        #expect(try Self.text("data/guardian-model.json") == ScoringModel.carriedText)
    }

    @Test("a model that is written and read is the same, and is written the same again")
    func roundTrip() throws {
        let model = try ScoringModel.carried()
        let text = try model.json()
        #expect(text == ScoringModel.carriedText)
        #expect(try ScoringModel(json: text) == model)
    }

    @Test(
        "a file that is no usable model is refused with what is wrong",
        arguments: [
            ("version", "2", "version is 2, this program reads 1"),
            ("version", nil, "version is missing"),
            ("version", "\"one\"", "version has the wrong type"),
            ("parameters", nil, "parameters is missing"),
            ("parameters.means", "[1, 2, 3]", "means: 3 numbers instead of 4"),
            ("parameters.means", "[1, 2, 3, \"NaN\"]", "parameters.means.[3] has the wrong type"),
            ("parameters.deviations", "[1, 2, 0, 4]", "deviations: one is not above 0"),
            ("parameters.deviations", "[1, 2, -3, 4]", "deviations: one is not above 0"),
            ("parameters.deviations", nil, "parameters.deviations is missing"),
            ("parameters.coefficients", "[]", "coefficients: 0 numbers instead of 22"),
            ("parameters.grocery_centres", "[]", "grocery_centres: 0 numbers instead of 9"),
            ("parameters.grocery_centre_units", "\"\"", "grocery_centre_units: unknown"),
            ("parameters.features", "[\"amount\"]", "features: not those of this program"),
            ("parameters.intercept", "null", "parameters.intercept has no value"),
            (
                "parameters.intercept", "1e10",
                "intercept: a number is not finite or is beyond 1e9"
            ),
            ("report", nil, "report is missing"), ("report.deciles", "[]", deciles),
            (
                "report.rows",
                """
                {"all": 3, "training": 3, "held_out": 0, "households": 1, "held_out_households": 0}
                """,
                "report.rows do not add up"
            ),
        ]
    )
    func malformed(key: String, value: String?, reason: String) throws {
        let text = try Self.changed(ScoringModel.carriedText, key: key, to: value)
        #expect(throws: ModelFileError(reason: reason)) { try ScoringModel(json: text) }
    }

    private static let deciles = "report.deciles do not hold every row held out"

    @Test(
        "a text that is no JSON is refused, and so is a number that is none",
        arguments: ["", "{", "[]", "NaN", "1e999"]
    )
    func unreadable(text: String) throws {
        let model = try ScoringModel.carried()
        let isNumber = text == "NaN" || text == "1e999"
        let intercept = "\"intercept\" : \(model.parameters.intercept)"
        let changed =
            isNumber
            ? ScoringModel.carriedText.replacing(intercept, with: "\"intercept\" : \(text)") : text
        #expect(changed != ScoringModel.carriedText)
        #expect(throws: ModelFileError.self) { try ScoringModel(json: changed) }
    }

    @Test("an operator is told what to look at")
    func message() {
        let error = ModelFileError(reason: "version is missing")
        #expect("\(error)" == "the scoring model cannot be used: version is missing")
    }

    /// The text with one value changed, or without it.
    private static func changed(_ text: String, key: String, to value: String?) throws -> String {
        let root = try JSONSerialization.jsonObject(with: Data(text.utf8))
        let value = try value.map { value in
            try JSONSerialization.jsonObject(with: Data(value.utf8), options: .fragmentsAllowed)
        }
        let path = key.split(separator: ".").map(String.init)
        let object = try changed(root, path: path[...], to: value)
        let data = try JSONSerialization.data(withJSONObject: object)
        return String(decoding: data, as: UTF8.self)
    }

    private static func changed(
        _ node: Any,
        path: ArraySlice<String>,
        to value: Any?
    ) throws -> Any {
        guard let key = path.first else { return value ?? NSNull() }
        var object = try #require(node as? [String: Any])
        let child = try #require(object[key])
        if path.count == 1, value == nil {
            object[key] = nil
        } else {
            object[key] = try changed(child, path: path.dropFirst(), to: value)
        }
        return object
    }
}
