import Contract
import Kernel
import Providers

/// What a form of the sign-in page sent.
struct SignInForm {
    /// The fields that are the page's own.
    enum Key: String, CaseIterable {
        case protection = "csrf"
        case email
        case password
        case ticket
        case code
        case decline
    }

    /// The fields that a passkey is answered with.
    enum PasskeyField: String, CaseIterable {
        case credential = "credential_id"
        case clientData = "client_data"
        case authenticatorData = "authenticator_data"
        case signature
        case user = "user_handle"
    }

    /// The parameters of the request that the page was asked for with.
    let parameters: [(key: String, value: String)]

    private var values: [String: String] = [:]

    private static let own = Set(
        Key.allCases.map(\.rawValue) + PasskeyField.allCases.map(\.rawValue)
    )

    /// Tells the fields of the page apart from the parameters, which others check.
    ///
    /// - Throws: ``Problem`` `invalid` when a field of the page's own is there twice.
    init(_ pairs: [(key: String, value: String)]) throws {
        var parameters: [(key: String, value: String)] = []
        for (key, value) in pairs {
            guard Self.own.contains(key) else {
                parameters.append((key, value))
                continue
            }
            guard values.updateValue(value, forKey: key) == nil else {
                throw Problem.invalid([Fault(field: key, rule: "is given twice")])
            }
        }
        self.parameters = parameters
    }

    /// A field of the page's own; empty when it is not there.
    subscript(_ key: Key) -> String { values[key.rawValue] ?? "" }

    /// Whether somebody does not agree to what is asked for.
    var declines: Bool { !self[.decline].isEmpty }

    /// Whether there is an address that somebody may have, and a password.
    ///
    /// A control character is in no address; PostgreSQL does not even look for one with a zero.
    var hasCredentials: Bool {
        let email = self[.email].unicodeScalars
        return !email.isEmpty && !self[.password].isEmpty
            && email.count <= Limits.emailCharacters
            && !email.contains { $0.properties.generalCategory == .control }
    }

    /// What an authenticator signed; `nil` when this form carries none.
    ///
    /// - Throws: ``Problem`` `unauthenticated` when it is malformed.
    func passkey() throws -> PasskeyAssertion? {
        guard let id = values[PasskeyField.credential.rawValue], !id.isEmpty else {
            return nil
        }
        guard let assertion = PasskeyAssertion(form: { values[$0] }) else {
            throw Problem(.unauthenticated, "The passkey's answer is incomplete")
        }
        return assertion
    }
}
