extension API.Identity {
    /// The password that shows who asks for a second factor.
    public struct BeginSecondFactorRequest: WireInput, Equatable {
        /// The password; required of a member who has one.
        public let password: Password?

        /// Makes a request.
        public init(password: Password? = nil) {
            self.password = password
        }
    }

    /// What an authenticator app needs to make codes; shown once.
    public struct SecondFactorResponse: Codable, Sendable, Equatable {
        /// The secret in base32, for who types it in.
        public let secret: String
        /// The secret as an `otpauth` address, for who scans it.
        public let uri: String

        /// Makes an answer.
        public init(secret: String, uri: String) {
            self.secret = secret
            self.uri = uri
        }
    }

    /// The first code of a second factor.
    public struct ConfirmSecondFactorRequest: WireInput, Equatable {
        /// The code that the app shows: six digits.
        public let code: String

        /// Makes a request.
        public init(code: String) {
            self.code = code
        }

        /// The rules of the fields.
        public static let rules: [FieldRule<Self>] = [.secondFactorCode { $0.code }]
    }

    /// The codes to sign in with when the app is lost, each once; shown once.
    public struct RecoveryCodesResponse: Codable, Sendable, Equatable {
        /// The codes.
        public let recoveryCodes: [String]

        /// Makes an answer.
        public init(recoveryCodes: [String]) {
            self.recoveryCodes = recoveryCodes
        }
    }

    /// What shows that both factors are at hand.
    public struct DisableSecondFactorRequest: WireInput, Equatable {
        /// The password; required of a member who has one.
        public let password: Password?
        /// A code of the second factor, or a recovery code.
        public let code: String

        /// Makes a request.
        public init(password: Password? = nil, code: String) {
            self.password = password
            self.code = code
        }

        /// The rules of the fields.
        public static let rules: [FieldRule<Self>] = [.secondFactorCode { $0.code }]
    }

    /// Whether a second factor is asked for.
    public struct SecondFactorStatus: Codable, Sendable, Equatable {
        /// Whether signing in takes a code.
        public let isOn: Bool
        /// The recovery codes that were not used yet.
        public let recoveryCodesLeft: Int64

        /// Makes an answer.
        public init(isOn: Bool, recoveryCodesLeft: Int64) {
            self.isOn = isOn
            self.recoveryCodesLeft = recoveryCodesLeft
        }
    }
}
