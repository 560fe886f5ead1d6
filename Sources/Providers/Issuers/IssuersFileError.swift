/// Why the file with other issuers was refused.
///
/// Names the file, the key and the rule; never a secret.
public struct IssuersFileError: Error, Hashable, Sendable {
    /// The file.
    public let path: String
    /// The key, such as `issuers[0].jwksUrl`; `nil` when it is about the whole file.
    public let key: String?
    /// The rule, so that key and rule together are a sentence.
    public let rule: String
}

extension IssuersFileError: CustomStringConvertible {
    /// A sentence for the operator.
    public var description: String {
        key.map { "issuers: in \(path), \($0) \(rule)" } ?? "issuers: \(path) \(rule)"
    }
}
