import Kernel
import Testing

@testable import Contract

@Suite("Schemas derived from types")
struct SchemaTests {
    @Test("no declared type has an empty schema", arguments: API.all.map(\.name))
    func notEmpty(name: String) throws {
        let endpoint = try #require(API.all.first { $0.name == name })
        let takesNothing = endpoint.inputSchema.name == "Empty"
        #expect(endpoint.inputSchema.kind == .object)
        #expect(endpoint.inputSchema.properties.isEmpty == takesNothing)
        let walks = ([endpoint.inputSchema] + (endpoint.outputSchema.map { [$0] } ?? []))
            .map(SchemaWalk.init)
        let answersNothing = endpoint.status == 204 || !endpoint.files.isEmpty
        #expect((walks.count == 1) == answersNothing)
        for walk in walks {
            #expect(walk.dangling.isEmpty, "\(name)")
            for schema in walk.shapes where schema.name != "Empty" {
                expectSomething(of: schema, name, isInlined: walk.inlined.contains(schema))
            }
        }
    }

    private func expectSomething(of schema: Schema, _ name: String, isInlined: Bool) {
        guard schema.choices.isEmpty else {
            #expect(schema.choices.count > 1 && schema.name == nil, "\(name)")
            #expect(schema.properties.isEmpty && schema.items.isEmpty, "\(name)")
            return
        }
        switch schema.kind {
        case .object:
            let isMap = schema.items.count == 1 && schema.name == nil
            #expect(isMap == schema.properties.isEmpty, "\(schema.name ?? name)")
            // What is taken as it stands is written out where it stands, and says all it has.
            let isWrittenOut = isInlined && schema.isVerbatim && schema.isClosed
            #expect(isMap || isWrittenOut || schema.name?.isEmpty == false, "\(name)")
        case .array: #expect(schema.items.count == 1, "\(name)")
        case .boolean, .integer, .number, .string:
            #expect(schema.properties.isEmpty && schema.items.isEmpty, "\(name)")
        }
    }

    @Test("the fields are those that the example has on the wire", arguments: API.all.map(\.name))
    func examples(name: String) throws {
        let endpoint = try #require(API.all.first { $0.name == name })
        let input = endpoint.inputSchema
        #expect(SchemaWalk.faults(of: try endpoint.exampleJSON(), against: input) == [])
        if let answer = endpoint.outputSchema {
            #expect(SchemaWalk.faults(of: try endpoint.answersJSON(), against: answer) == [])
        }
    }

    @Test("one name stands for one shape")
    func names() {
        let sent = named(in: API.all.map(\.inputSchema))
        let answered = named(in: API.all.compactMap(\.outputSchema))
        #expect(answered["GuardianRule"] != nil && answered["BankingUser"] != nil)
        // What is both sent and answered says the bounds of what is sent, and else the same.
        for (name, shape) in answered {
            guard let other = sent[name] else { continue }
            #expect(unbounded(other) == unbounded(shape), "\(name)")
        }
    }

    private func named(in schemas: [Schema]) -> [String: Schema] {
        var known: [String: Schema] = [:]
        for schema in schemas.map(SchemaWalk.init).flatMap(\.shapes) {
            guard let name = schema.name else { continue }
            // Whether it may be null is said where it is used.
            var shape = schema
            shape.isNullable = false
            #expect(known[name] == nil || known[name] == shape, "\(name)")
            known[name] = shape
        }
        return known
    }

    private func unbounded(_ schema: Schema) -> Schema {
        var shape = schema
        for index in shape.properties.indices {
            shape.properties[index].schema.bounds = Schema.Bounds()
            shape.properties[index].schema.takesBlank = false
        }
        return shape
    }

    struct Sample: WireInput {
        var id: ID<Entity.Rule>
        var at: WireTimestamp?
        var amount: DecimalAmount
        var count: Int64
        var small: Int?
        var share: Double?
        var flag: Bool
        var name: String
        var who: MemberReference?
        var role: API.Allowance.Role
        var parts: [Part]
        var maps: [[String: Part]]?

        struct Part: Codable, Sendable {
            var x: Int64
        }

        static let rules: [FieldRule<Self>] = [
            .amount("count") { $0.count },
            .text("name", upTo: 9) { $0.name },
            FieldRule("name") { $0.name == "no" ? "must not be no" : nil },
            .integer("small", in: 1...3) { $0.small.map(Int64.init) },
        ]
    }

    @Test("each leaf says its kind, format and words; bounds come from the rules")
    func leaves() throws {
        let schema = Schema(ofInput: Sample.self)
        let fields = Dictionary(
            uniqueKeysWithValues: schema.properties.map { ($0.name, $0.schema) }
        )
        let kinds = schema.properties.map {
            "\($0.name) \($0.schema.kind) \($0.schema.format ?? "-")"
        }
        #expect(
            kinds == [
                "id string uuid", "at string date-time", "amount number -", "count integer int64",
                "small integer int64", "share number -", "flag boolean -", "name string -",
                "who string -", "role string -", "parts array -", "maps array -",
            ]
        )
        let optional = schema.properties.filter { !$0.isRequired }.map(\.name)
        #expect(optional == ["at", "small", "share", "who", "maps"])
        #expect(fields["role"]?.allowed == ["Parent", "Child"])
        #expect(fields["count"]?.bounds.exclusiveMinimum == 0)
        #expect(fields["count"]?.bounds.maximum == 1e12)
        #expect(fields["name"]?.bounds.minLength == 1)
        #expect(fields["name"]?.bounds.maxLength == 9)
        #expect(fields["small"]?.bounds.minimum == 1)
        #expect(fields["small"]?.bounds.maximum == 3)
        #expect(fields["share"]?.bounds == Schema.Bounds())
        #expect(fields["amount"]?.bounds.multipleOf == 0.01)
        #expect(fields["amount"]?.bounds.maximum == nil)
        let part = try #require(fields["parts"]?.items.first)
        #expect(part.properties.map(\.name) == ["x"])
        #expect(fields["maps"]?.items.first?.items == [part])
        #expect(part.name?.hasSuffix("SamplePart") == true)
    }

    struct Choice: WireInput {
        var kind: API.Allowance.Frequency
        var day: API.Allowance.Weekday?
        var at: WireTimestamp?
        var note: String?
        var who: MemberReference
        var other: MemberReference?
        var amount: DecimalAmount
        var secret: Password?
        var inner: Inner

        struct Inner: Codable, Sendable {
            var name: String
            var day: API.Allowance.Weekday?
        }

        static let rules: [FieldRule<Self>] = [
            .text("note", upTo: 9) { $0.note },
            .amount("amount") { $0.amount },
            .field("day", is: .absent, where: "kind", says: [.monthly], "is not for Monthly") {
                ($0.kind, $0.day != nil)
            },
            .field("at", is: .present, where: "kind", says: [.weekly, .biweekly], "is required") {
                ($0.kind, $0.at != nil)
            },
        ]
    }

    @Test("what may be left out may be blank where it is text, and nothing else may")
    func blank() throws {
        let schema = Schema(ofInput: Choice.self)
        let fields = Dictionary(
            uniqueKeysWithValues: schema.properties.map { ($0.name, $0.schema) }
        )
        let blank = schema.properties.filter(\.schema.takesBlank).map(\.name)
        #expect(blank == ["day", "at"])
        #expect(fields["note"]?.bounds.minLength == nil)
        #expect(fields["note"]?.bounds.maxLength == 9)
        #expect(fields["note"]?.bounds.pattern == TextPattern.plainOrBlank)
        #expect(fields["who"]?.bounds.pattern == TextPattern.plain)
        #expect(fields["who"]?.takesInteger == true)
        #expect(fields["who"]?.bounds.minLength == 1)
        #expect(fields["other"]?.bounds.minLength == nil)
        #expect(fields["other"]?.bounds.maxLength == Limits.identifierCharacters)
        #expect(fields["secret"]?.bounds.pattern == nil)
        #expect(fields["kind"]?.bounds.pattern == nil)
        let inner = try #require(fields["inner"]?.properties)
        #expect(inner[0].schema.bounds.pattern == TextPattern.plain)
        #expect(inner[1].schema.takesBlank)
        // A rule adds to what the type says.
        #expect(fields["amount"]?.bounds.multipleOf == 0.01)
        #expect(fields["amount"]?.bounds.exclusiveMinimum == 0)
        #expect(fields["amount"]?.bounds.maximum == 1e10)
        let answered = Schema(of: Choice.self).properties
        #expect(answered.allSatisfy { !$0.schema.takesBlank && $0.schema.bounds.pattern == nil })
    }

    @Test("a rule that one word brings is the same to the reader and in the schema")
    func conditions() throws {
        let conditions = Schema(ofInput: Choice.self).conditions
        #expect(
            conditions.map { "\($0.field) \($0.word): \($0.other) \($0.demand)" } == [
                "kind Monthly: day absent", "kind Weekly: at present", "kind BiWeekly: at present",
            ]
        )
        let base = #""who":1,"amount":1,"inner":{"name":"x"}"#
        #expect(faults(Choice.self, #"{"kind":"Monthly","day":" ",\#(base)}"#).isEmpty)
        #expect(
            faults(Choice.self, #"{"kind":"Monthly","day":"Friday",\#(base)}"#)
                == ["day is not for Monthly"]
        )
        #expect(faults(Choice.self, #"{"kind":"weekly",\#(base)}"#) == ["at is required"])
        let jars = API.Allowance.moveBetweenJars.inputSchema.conditions
        #expect(jars.map(\.word) == ["Spend", "Save", "Give"])
        #expect(jars.allSatisfy { $0.other == "to" && $0.demand == .not($0.word) })
        let schedule = API.Allowance.setSchedule.inputSchema.conditions
        #expect(
            schedule.map { "\($0.word): \($0.other) \($0.demand)" } == [
                "Monthly: weekday absent", "Weekly: dayOfMonth absent",
                "BiWeekly: dayOfMonth absent", "Monthly: dayOfMonth present",
            ]
        )
    }

    @Test("a type of a room is named after both")
    func roomNames() {
        #expect(Schema(of: API.Guardian.Rule.self).name == "GuardianRule")
        #expect(Schema(of: API.Allowance.AuthResponse.self).name == "AllowanceAuthResponse")
        #expect(Schema(of: Empty.self).name == "Empty")
        #expect(Schema(of: [API.Guardian.Rule].self).name == nil)
        #expect(Schema(of: [String: Int].self).name == nil)
    }

    @Test("what a purchase is asked with")
    func purchase() {
        let schema = API.Guardian.authorizePurchase.inputSchema
        #expect(schema.properties.map(\.name) == ["amount_cents", "merchant", "category", "mcc"])
        #expect(schema.properties.map(\.isRequired) == [true, true, false, false])
        #expect(schema.properties[0].schema.bounds.maximum == Double(Limits.amountMinor))
        #expect(schema.properties[1].schema.bounds.maxLength == Limits.merchantCharacters)
        #expect(schema.properties[3].schema.bounds.minimum == 0)
        #expect(schema.properties[3].schema.bounds.maximum == 9_999)
    }
}
