public import Kernel

extension API.Identity {
    /// What a browser needs to make a passkey: `PublicKeyCredentialCreationOptionsJSON` of WebAuthn
    /// level 3, bytes in base64url, for `PublicKeyCredential.parseCreationOptionsFromJSON`.
    public struct PasskeyOptions: Codable, Sendable, Equatable {
        /// Whom the passkey is for.
        public struct RelyingParty: Codable, Sendable, Equatable {
            /// The host of the server's public URL.
            public let id: String
            /// What people know it by.
            public let name: String

            /// Makes a relying party.
            public init(id: String, name: String) {
                self.id = id
                self.name = name
            }
        }

        /// Whose passkey it is.
        public struct User: Codable, Sendable, Equatable {
            /// What the authenticator knows the member by, in base64url.
            public let id: String
            /// The e-mail address.
            public let name: String
            /// First and last name, as far as they are known.
            public let displayName: String

            /// Makes a user.
            public init(id: String, name: String, displayName: String) {
                self.id = id
                self.name = name
                self.displayName = displayName
            }
        }

        /// A kind of key that is taken.
        public struct Parameter: Codable, Sendable, Equatable {
            /// `public-key`.
            public let type: String
            /// The algorithm by its COSE number: -7 is ES256, -257 is RS256.
            public let alg: Int64
        }

        /// A passkey that the member has already.
        public struct Descriptor: Codable, Sendable, Equatable {
            /// `public-key`.
            public let type: String
            /// The credential's id, in base64url.
            public let id: String
        }

        /// What the authenticator must be able to do.
        public struct Selection: Codable, Sendable, Equatable {
            /// `required`: it finds the passkey without being told its id.
            public let residentKey: String
            /// The same, for older browsers.
            public let requireResidentKey: Bool
            /// `required`: it makes sure who is there.
            public let userVerification: String
        }

        /// Whom the passkey is for.
        public let rp: RelyingParty
        /// Whose passkey it is.
        public let user: User
        /// What must be answered, in base64url.
        public let challenge: String
        /// The kinds of keys that are taken, the one wanted most first.
        public let pubKeyCredParams: [Parameter]
        /// How long the challenge may be answered, in milliseconds.
        public let timeout: Int64
        /// The passkeys that the member has already.
        public let excludeCredentials: [Descriptor]
        /// What the authenticator must be able to do.
        public let authenticatorSelection: Selection
        /// `none`: the make of the authenticator is not asked about.
        public let attestation: String

        /// Makes options.
        public init(
            rp: RelyingParty,
            user: User,
            challenge: String,
            algorithms: [Int64],
            timeout: Int64,
            excluding credentials: [String]
        ) {
            self.rp = rp
            self.user = user
            self.challenge = challenge
            self.pubKeyCredParams = algorithms.map { Parameter(type: "public-key", alg: $0) }
            self.timeout = timeout
            self.excludeCredentials = credentials.map { Descriptor(type: "public-key", id: $0) }
            self.authenticatorSelection = Selection(
                residentKey: "required",
                requireResidentKey: true,
                userVerification: "required"
            )
            self.attestation = "none"
        }
    }

    /// A passkey that a browser made.
    public struct PasskeyRequest: WireInput, Equatable {
        /// The credential as `PublicKeyCredential.toJSON()` writes it; other fields are ignored.
        public struct Credential: Codable, Sendable, Equatable {
            /// What the authenticator answered.
            public let response: Response

            /// Makes a credential.
            public init(response: Response) {
                self.response = response
            }
        }

        /// What an authenticator answered when it made a passkey.
        public struct Response: Codable, Sendable, Equatable {
            /// What the browser says it asked for: JSON, in base64url.
            public let clientDataJSON: String
            /// The new key with what the authenticator says of itself: CBOR, in base64url.
            public let attestationObject: String

            /// Makes an answer.
            public init(clientDataJSON: String, attestationObject: String) {
                self.clientDataJSON = clientDataJSON
                self.attestationObject = attestationObject
            }
        }

        /// What the member calls it, 1...50 characters.
        public let name: String
        /// The credential.
        public let credential: Credential
        /// The password; required of a member who has one.
        public let password: Password?
        /// A code of the second factor, or a recovery code; required where a second factor is on.
        public let code: String?

        /// Makes a request.
        public init(
            name: String,
            credential: Credential,
            password: Password? = nil,
            code: String? = nil
        ) {
            self.name = name
            self.credential = credential
            self.password = password
            self.code = code
        }

        /// The rules of the fields; those of new passwords would keep an old one out.
        public static let rules: [FieldRule<Self>] = [
            .text("name", upTo: Limits.passkeyNameCharacters) { $0.name },
            .secondFactorCode { $0.code },
        ]
    }

    /// The passkey that is meant.
    public struct PasskeyReference: WireInput, Equatable {
        /// The passkey.
        public let passkeyID: ID<Entity.Passkey>

        /// Makes a request.
        public init(passkeyID: ID<Entity.Passkey>) {
            self.passkeyID = passkeyID
        }
    }

    /// A passkey of a member.
    public struct PasskeyResponse: Codable, Sendable, Equatable {
        /// The passkey.
        public let passkeyID: ID<Entity.Passkey>
        /// What the member calls it.
        public let name: String
        /// When it was added.
        public let createdAt: WireTimestamp
        /// When it was last used; left out before the first time.
        public let lastUsedAt: WireTimestamp?

        /// Makes an answer.
        public init(
            passkeyID: ID<Entity.Passkey>,
            name: String,
            createdAt: WireTimestamp,
            lastUsedAt: WireTimestamp? = nil
        ) {
            self.passkeyID = passkeyID
            self.name = name
            self.createdAt = createdAt
            self.lastUsedAt = lastUsedAt
        }
    }

    /// The passkeys of a member.
    public struct PasskeyListResponse: Codable, Sendable, Equatable {
        /// The passkeys, oldest first.
        public let passkeys: [PasskeyResponse]

        /// Makes an answer.
        public init(passkeys: [PasskeyResponse]) {
            self.passkeys = passkeys
        }
    }
}
