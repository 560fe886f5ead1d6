import Foundation
import Kernel

/// One object of the file with other issuers, whose errors name the key they are about.
struct IssuersFileObject {
    private let fields: [String: Any]
    private let prefix: String
    private let path: String
    private let environment: [String: String]

    /// Takes an object; `place` is what stands before its keys, such as `issuers[0].`.
    init(
        _ fields: [String: Any],
        at place: String,
        of path: String,
        _ environment: [String: String]
    ) {
        self.fields = fields
        prefix = place
        self.path = path
        self.environment = environment
    }

    func fault(_ key: String, _ rule: String) -> IssuersFileError {
        IssuersFileError(path: path, key: prefix + key, rule: rule)
    }

    /// Refuses keys that nobody reads: they are mistyped.
    func requireKnown(_ keys: Set<String>) throws {
        guard let unknown = fields.keys.filter({ !keys.contains($0) }).min() else { return }
        throw fault(unknown, "is not known here")
    }

    /// Whether there is such a key.
    func has(_ key: String) -> Bool { fields[key] != nil }

    /// A text that is not blank.
    func text(_ key: String) throws -> String {
        guard let value = fields[key] else { throw fault(key, "is required") }
        guard let text = value as? String, !text.allSatisfy(\.isWhitespace) else {
            throw fault(key, "must be a text")
        }
        return text
    }

    /// Texts that are not blank; none where there is no such key.
    func texts(_ key: String) throws -> Set<String> {
        guard let value = fields[key] else { return [] }
        guard let texts = value as? [String], !texts.isEmpty,
            texts.allSatisfy({ !$0.allSatisfy(\.isWhitespace) })
        else { throw fault(key, "must be a list of texts") }
        return Set(texts)
    }

    /// One of a type's words.
    func word<Word: RawRepresentable<String> & CaseIterable>(
        _ key: String,
        _: Word.Type
    ) throws -> Word {
        guard let word = Word(rawValue: try text(key)) else {
            let words = Word.allCases.map(\.rawValue).joined(separator: ", ")
            throw fault(key, "must be one of \(words)")
        }
        return word
    }

    /// A URL that nobody on the way can listen at: https, or http on this machine.
    func url(_ key: String) throws -> String {
        let text = try text(key)
        let parts = URLComponents(string: text)
        let isHere = ["127.0.0.1", "[::1]", "localhost"].contains(parts?.host ?? "")
        guard parts?.host?.isEmpty == false, parts?.user == nil, parts?.fragment == nil,
            parts?.scheme == "https" || (parts?.scheme == "http" && isHere)
        else { throw fault(key, "must be an https URL, or an http one of this machine") }
        return text
    }

    /// An object; `nil` where there is no such key.
    func object(_ key: String) throws -> IssuersFileObject? {
        guard let value = fields[key] else { return nil }
        guard let object = value as? [String: Any] else { throw fault(key, "must be an object") }
        return IssuersFileObject(object, at: "\(prefix)\(key).", of: path, environment)
    }

    /// A list of objects; empty where there is no such key.
    func objects(_ key: String) throws -> [IssuersFileObject] {
        guard let value = fields[key] else { return [] }
        guard let list = value as? [[String: Any]] else {
            throw fault(key, "must be a list of objects")
        }
        return list.enumerated().map { index, object in
            IssuersFileObject(object, at: "\(prefix)\(key)[\(index)].", of: path, environment)
        }
    }

    /// The secret that `secretFile` or `secretEnvironment` leads to, without the line's end after
    /// it; `nil` where there is neither.
    func secret() throws -> Secret? {
        guard !has("secretFile") || !has("secretEnvironment") else {
            throw fault("secretFile", "and secretEnvironment exclude each other")
        }
        if has("secretFile") {
            let bytes = try PrivateFile(try text("secretFile")).content()
            let kept = bytes.prefix { ![0x0A, 0x0D].contains($0) }
            guard !kept.isEmpty else { throw fault("secretFile", "is an empty file") }
            return Secret(Array(kept))
        }
        guard has("secretEnvironment") else { return nil }
        guard let value = environment[try text("secretEnvironment")], !value.isEmpty else {
            throw fault("secretEnvironment", "names a variable that is not set")
        }
        return Secret(Array(value.utf8))
    }
}
