/// Why a token store did not do what it was asked.
public struct TokenStoreError: Error, Sendable, Equatable, CustomStringConvertible {
    /// What could not be done, and with what; never a path or a token.
    public let reason: String
    /// The code of the system: an `OSStatus` of the keychain, an `errno` of a file.
    public let code: Int32?

    /// Makes an error.
    public init(_ reason: String, code: Int32? = nil) {
        self.reason = reason
        self.code = code
    }

    /// The reason with its code.
    public var description: String { code.map { "\(reason) (\($0))" } ?? reason }
}

extension PurserError {
    /// Takes a failure of a store; what a store of the app's own says may hold anything.
    init(_ kind: Kind, _ message: String, because error: any Error) {
        let reason = (error as? TokenStoreError).map { ": \($0)" } ?? ""
        self.init(kind, message + reason)
    }
}
