import Kernel
import Testing
import Web

@testable import Server

@Suite("What forms say")
struct FormValueTests {
    @Test("is told apart by where its fields begin and end")
    func keys() throws {
        let form = try PageForm([(key: "key", value: "k")])
        let one = FormKey.key(of: form, saying: ["a", "bc"])
        #expect(one != nil && one == FormKey.key(of: form, saying: ["a", "bc"]))
        #expect(one != FormKey.key(of: form, saying: ["ab", "c"]))
        #expect(one != FormKey.key(of: form, saying: ["a", "bc", ""]))
        #expect(FormKey.key(of: try PageForm([]), saying: ["a"]) == nil)
    }

    @Test("of an amount's columns is one alone, or both of money out and money in")
    func amounts() {
        let named = ["date": "1", "description": "2"]
        for (chosen, isRight) in [
            (["amount": "3"], true), (["debit": "3", "credit": "4"], true),
            (["amount": "3", "debit": "4"], false), (["amount": "3", "credit": "4"], false),
            (["debit": "3"], false), (["credit": "4"], false), ([:], false),
        ] as [([String: String], Bool)] {
            let columns = ChosenColumns(
                ImportColumns(
                    names: ["Date", "Text", "Sum", "In"],
                    areNames: true,
                    chosen: named.merging(chosen) { $1 }
                )
            )
            #expect((columns.json != nil) == isRight, "\(chosen)")
            #expect(columns.problems.isEmpty == isRight, "\(chosen)")
            #expect(isRight || columns.problems["amount"] != nil, "\(chosen)")
        }
    }

    @Test("of columns is said by number where a name, or all of them, are too long")
    func longNames() throws {
        let fields = [
            "date", "description", "debit", "credit", "payee", "category", "balance", "id",
        ]
        let json = { (filling: Int) throws in
            let names = fields.indices.map { "n\($0)" + String(repeating: "x", count: filling) }
            let numbers = fields.indices.map { (fields[$0], String($0 + 1)) }
            let columns = ImportColumns(
                names: names,
                areNames: true,
                chosen: Dictionary(uniqueKeysWithValues: numbers)
            )
            return try #require(ChosenColumns(columns).json)
        }
        #expect(try json(60).contains("\"date\":\"n0xxx"))
        // Each could be said, and all of them are more than the field takes.
        for filling in [95, 300] {
            let text = try json(filling)
            #expect(text.contains("\"date\":1") && !text.contains("xxx"), "\(filling)")
        }
    }
}
