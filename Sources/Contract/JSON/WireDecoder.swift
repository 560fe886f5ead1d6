import Kernel

/// Decodes a wire type from JSON and finds every fault at once.
///
/// A field that cannot be read is noted and stood in for, so that the fields after it are looked at
/// too; the value is handed out only when nothing was noted.
public final class WireDecoder {
    /// What was noted so far, in the order of the type's fields.
    private(set) var faults: [Fault] = []
    /// Whether an answer is read, and not what a caller sends.
    private let isAnswer: Bool
    /// Whether blank text counts as no text, which it does in what a caller sends.
    var ignoresBlank: Bool { !isAnswer }

    /// Makes a decoder for one value.
    init(ofAnswer isAnswer: Bool = false) {
        self.isAnswer = isAnswer
    }

    /// Decodes an answer, whose blank text is text: `""` is a name that was not given.
    ///
    /// Its sums may be larger than any amount that a caller may send.
    ///
    /// - Throws: ``Problem`` `invalid` with a ``Fault`` for each field that is missing or wrong.
    public static func decode<Value: Decodable>(
        _ type: Value.Type,
        from json: JSON
    ) throws -> Value {
        let decoder = WireDecoder(ofAnswer: true)
        let value = try Value(from: NodeDecoder(node: json, of: type, decoder: decoder))
        guard decoder.faults.isEmpty else { throw Problem.invalid(decoder.faults) }
        return value
    }

    /// Decodes an endpoint's input and checks its rules, so that all faults are told together.
    ///
    /// - Throws: ``Problem`` `invalid`, its faults in the order of the type's fields.
    public static func decodeInput<Input: WireInput>(
        _ type: Input.Type,
        from json: JSON
    ) throws -> Input {
        let decoder = WireDecoder()
        let input = try Input(from: NodeDecoder(node: json, of: type, decoder: decoder))
        let wrong = Set(decoder.faults.map { Self.fieldOfInput($0.field) })
        for rule in Input.rules
        where wrong.isEmpty || wrong.isDisjoint(with: [rule.field] + rule.others) {
            if let broken = rule.broken(input) { decoder.note(rule.field, broken) }
        }
        if let known = Input.closedFields {
            for member in json.members {
                // A name that nobody would give a field is neither looked up nor told.
                let isName = !member.key.hasMoreScalars(than: Limits.identifierCharacters)
                if isName, known.contains(member.key) { continue }
                decoder.note(isName ? member.key : "body", "is not known here")
            }
        }
        guard !decoder.faults.isEmpty else { return input }
        throw Problem.invalid(decoder.faults(inOrderOf: Schema(ofInput: type)))
    }

    /// The faults by field, in the order of the type; then those of fields that it does not have.
    private func faults(inOrderOf schema: Schema) -> [Fault] {
        let byField = Dictionary(grouping: faults) { Self.fieldOfInput($0.field) }
        let names = schema.properties.map(\.name)
        let known = Set(names)
        return names.flatMap { byField[$0] ?? [] }
            + faults.filter { !known.contains(Self.fieldOfInput($0.field)) }
    }

    fileprivate func read<Leaf: WireLeaf>(
        _ type: Leaf.Type,
        _ node: JSON
    ) -> Result<Leaf, WireFault> {
        isAnswer ? Leaf.readAnswer(node) : Leaf.read(node)
    }

    func note(_ field: String, _ rule: String) {
        let field = field.isEmpty ? "body" : field
        guard faults.count < Limits.faultsPerAnswer, !faults.contains(where: { $0.field == field })
        else { return }
        faults.append(Fault(field: field, rule: rule))
    }

    /// `items` for a fault at `items[2].name`.
    private static func fieldOfInput(_ path: String) -> String {
        String(path.prefix { $0 != "." && $0 != "[" })
    }
}

/// Decodes one node; without a node it decodes stand-ins only.
struct NodeDecoder: Decoder {
    /// How the node is reached from the one that holds it.
    enum Step {
        case whole
        case field(String, KeyConvention)
        case index(Int)
    }

    let node: JSON?
    let decoder: WireDecoder
    private let parent: String
    private let step: Step
    /// The type that is decoded; its keys follow its convention.
    private var type: Any.Type
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    /// Makes the decoder of a node, of a whole value's own if nothing else is said.
    init(
        node: JSON?,
        of type: Any.Type = Any.self,
        in parent: String = "",
        _ step: Step = .whole,
        decoder: WireDecoder
    ) {
        self.node = node
        self.type = type
        self.parent = parent
        self.step = step
        self.decoder = decoder
    }

    /// Where the node stands, such as `items[2].name`; put together only when it is asked for,
    /// because most nodes are leaves that are right.
    var path: String {
        switch step {
        case .whole: parent
        case .field(let name, let keys):
            parent.isEmpty ? keys.text(of: name) : "\(parent).\(keys.text(of: name))"
        case .index(let index): "\(parent)[\(index)]"
        }
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
        var node = node
        if let present = node, case .object = present {
        } else if node != nil {
            decoder.note(path, WireFault.wrongType.rule)
            node = nil
        }
        let keys = KeyConvention(of: self.type, keyedBy: type)
        return KeyedDecodingContainer(
            KeyedReader(node: node, path: path, keys: keys, decoder: decoder)
        )
    }

    func unkeyedContainer() -> any UnkeyedDecodingContainer {
        guard let node else { return UnkeyedReader(values: [], path: path, decoder: decoder) }
        guard case .array(let values) = node else {
            decoder.note(path, WireFault.wrongType.rule)
            return UnkeyedReader(values: [], path: path, decoder: decoder)
        }
        return UnkeyedReader(values: values, path: path, decoder: decoder)
    }

    func singleValueContainer() -> any SingleValueDecodingContainer {
        SingleReader(node: node, path: path, decoder: decoder)
    }

    /// The leaf at this node, or its stand-in.
    func leaf<Leaf: WireLeaf>(_ type: Leaf.Type) -> Leaf {
        guard let node else { return Leaf.sampleValue }
        switch decoder.read(type, node) {
        case .success(let value): return value
        case .failure(let fault):
            decoder.note(path, fault.rule)
            return Leaf.sampleValue
        }
    }

    func value<Value: Decodable>(_ type: Value.Type) throws -> Value {
        if let leaf = type as? any WireLeaf.Type, let value = self.leaf(leaf) as? Value {
            return value
        }
        var decoder = self
        decoder.type = type
        return try Value(from: decoder)
    }
}
