@testable import Contract

/// Every shape within one, itself included.
///
/// What only stands for a shape of its name is a way to that shape and none of its own, so that a
/// shape that has itself within is walked once.
struct SchemaWalk {
    /// The shapes, in the order in which they are come by.
    private(set) var shapes: [Schema] = []
    /// The shapes with a name.
    private(set) var named: [String: Schema] = [:]
    /// Those that others are written out within and that have no name for that.
    private(set) var inlined: [Schema] = []
    private var references: Set<String> = []

    init(_ root: Schema) {
        visit(root, isInlined: false)
    }

    /// Names that are referred to and that no shape has.
    var dangling: [String] { references.subtracting(named.keys).sorted() }

    private mutating func visit(_ schema: Schema, isInlined: Bool) {
        guard !schema.isReference else {
            references.insert(schema.name ?? "")
            return
        }
        shapes.append(schema)
        if isInlined { inlined.append(schema) }
        if let name = schema.name { named[name] = schema }
        let isVerbatim = isInlined || schema.isVerbatim
        for part in schema.parts { visit(part, isInlined: isVerbatim && part.name == nil) }
    }

    /// What a value has that the root's shape does not say, each with its place.
    ///
    /// The keys stand in the order of the fields, those of what is taken as it stands in their own.
    static func faults(of json: JSON, against root: Schema) -> [String] {
        SchemaFit(named: SchemaWalk(root).named).faults(of: json, against: root, at: "$")
    }
}

/// Compares values with shapes.
private struct SchemaFit {
    let named: [String: Schema]

    func faults(of json: JSON, against schema: Schema, at path: String) -> [String] {
        if schema.isReference {
            guard let known = named[schema.name ?? ""] else {
                return ["\(path) refers to no shape"]
            }
            return faults(of: json, against: known, at: path)
        }
        if !schema.choices.isEmpty {
            let fits = schema.choices.contains { faults(of: json, against: $0, at: path).isEmpty }
            return fits ? [] : ["\(path) is none of its choices"]
        }
        let ofKind = { (kinds: Schema.Kind...) in
            kinds.contains(schema.kind) ? [] : ["\(path) is no \(schema.kind)"]
        }
        switch json {
        case .object(let members): return faults(of: members, json, against: schema, at: path)
        case .array(let values):
            guard let element = schema.items.first, schema.kind == .array else {
                return ["\(path) is no \(schema.kind)"]
            }
            return values.enumerated().flatMap { index, value in
                faults(of: value, against: element, at: "\(path)[\(index)]")
            }
        case .string(let text):
            let isWord = schema.allowed.isEmpty || schema.allowed.contains(text)
            return ofKind(.string) + (isWord ? [] : ["\(path) is no word of its vocabulary"])
        case .number: return ofKind(.integer, .number)
        case .bool: return ofKind(.boolean)
        case .null: return schema.isNullable ? [] : ["\(path) is null"]
        case .loose: return ["\(path) is \(json)"]
        }
    }

    private func faults(
        of members: [JSON.Member],
        _ json: JSON,
        against schema: Schema,
        at path: String
    ) -> [String] {
        guard schema.kind == .object else { return ["\(path) is no \(schema.kind)"] }
        if schema.properties.isEmpty, let value = schema.items.first {
            return members.flatMap {
                faults(of: $0.value, against: value, at: "\(path).\($0.key)")
            }
        }
        let keys = members.map(\.key)
        let known = schema.properties.map(\.name).filter { json[$0] != nil }
        var found: [String] = []
        if keys != (schema.isVerbatim ? known.sorted() : known) {
            found.append("\(path) has the keys \(keys)")
        }
        if keys.count < schema.bounds.minProperties ?? 0
            || keys.count > schema.bounds.maxProperties ?? .max
        {
            found.append("\(path) has \(keys.count) keys")
        }
        for property in schema.properties {
            let place = "\(path).\(property.name)"
            if let value = json[property.name] {
                found += faults(of: value, against: property.schema, at: place)
            } else if property.isRequired {
                found.append("\(place) is not there")
            }
        }
        return found
    }
}
