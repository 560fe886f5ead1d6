import Kernel
import Testbed
import Testing

@testable import Providers

@Suite("What authenticators send")
struct PasskeyVerifierTests {
    private typealias Circumstances = TestAuthenticator.Circumstances

    private let member = ID<Entity.Member>(RawID(high: 1, low: 2))
    private let now = Timestamp(seconds: 1_000)
    private let verifier: PasskeyVerifier
    private let site = TestAuthenticator.Circumstances(
        origin: "https://purser.example",
        relyingPartyID: "purser.example"
    )

    init() throws {
        verifier = PasskeyVerifier(
            relyingParty: try #require(RelyingParty(publicURL: "https://purser.example")),
            challenges: PasskeyChallenges(key: Secret([UInt8](repeating: 7, count: 32)))
        )
    }

    private func challenge(_ purpose: PasskeyChallenges.Purpose) -> [UInt8] {
        verifier.challenges.make(for: purpose, until: now.adding(seconds: 300))
    }

    private func registered(
        _ made: TestAuthenticator.Made,
        now: Timestamp? = nil
    ) throws -> PasskeyVerifier.Registration {
        try verifier.registration(
            clientData: made.clientData,
            attestationObject: made.attestationObject,
            by: member,
            now: now ?? self.now
        )
    }

    private func made(
        _ authenticator: TestAuthenticator,
        _ change: (inout TestAuthenticator.Circumstances) -> Void = { _ in }
    ) -> TestAuthenticator.Made {
        var circumstances = site
        change(&circumstances)
        return authenticator.make(
            answering: challenge(.registration(member)),
            circumstances
        )
    }

    private func refusal(_ work: () throws -> Void) -> PasskeyRefusal? {
        do {
            try work()
            return nil
        } catch {
            return error as? PasskeyRefusal
        }
    }

    @Test("is taken with either algorithm", arguments: PasskeyKey.Algorithm.allCases)
    func life(algorithm: PasskeyKey.Algorithm) throws {
        let authenticator = try TestAuthenticator(algorithm)
        let registration = try registered(made(authenticator) { $0.signCount = 0x0102_0304 })
        #expect(registration.credentialID == authenticator.credentialID)
        #expect(registration.key.algorithm == algorithm)
        #expect(registration.key.encoded == authenticator.publicKey)
        #expect(registration.signCount == 0x0102_0304)
        #expect(registration.challenge.expiresAt == now.adding(seconds: 300))
        var circumstances = site
        circumstances.signCount = .max
        let signed = try authenticator.sign(challenge(.signIn), for: member, circumstances)
        let assertion = try verifier.assertion(
            signed,
            by: registration.key,
            of: member,
            now: now
        )
        #expect(assertion.signCount == 4_294_967_295)
    }

    @Test("is taken whatever its maker attests, and with extensions")
    func leniency() throws {
        let authenticator = try TestAuthenticator()
        let statement = TestCBOR.map([
            (TestCBOR.text("alg"), TestCBOR.integer(-7)),
            (TestCBOR.text("sig"), TestCBOR.bytes([1, 2, 3])),
            (TestCBOR.text("x5c"), TestCBOR.array([TestCBOR.bytes([4])])),
        ])
        _ = try registered(
            made(authenticator) {
                $0.format = "packed"
                $0.statement = statement
            }
        )
        _ = try registered(
            made(authenticator) {
                $0.flags |= 0x80
                $0.tail = TestCBOR.map([(TestCBOR.text("hmac-secret"), [0xF5])])
            }
        )
    }

    @Test("is refused where anything about its making is wrong")
    func registrations() throws {
        let authenticator = try TestAuthenticator()
        let rows: [(PasskeyRefusal, (inout Circumstances) -> Void)] = [
            (.origin, { $0.origin = "https://purser.example.evil" }),
            (.origin, { $0.origin = "http://purser.example" }),
            (.origin, { $0.origin = "https://purser.example:8443" }),
            (.origin, { $0.origin = "https://www.purser.example" }),
            (.origin, { $0.isCrossOrigin = true }),
            (.relyingParty, { $0.relyingPartyID = "example" }),
            (.relyingParty, { $0.relyingPartyID = "evil.example" }),
            (.ceremony, { $0.type = "webauthn.get" }),
            (.presence, { $0.flags = 0x04 }), (.verification, { $0.flags = 0x01 }),
            (.malformed, { $0.tail = [0] }), (.malformed, { $0.flags = 0x85 }),
            (.malformed, { $0.statement = TestCBOR.map([([0x01], [0x01])]) }),
            (.malformed, { $0.statement = TestCBOR.bytes([]) }),
        ]
        for (index, (expected, change)) in rows.enumerated() {
            let made = made(authenticator, change)
            #expect(refusal { _ = try registered(made) } == expected, "row \(index)")
        }
    }

    @Test("is refused for a challenge of another use, another member, or one that ended")
    func challenges() throws {
        let authenticator = try TestAuthenticator()
        let other = ID<Entity.Member>(RawID(high: 9, low: 9))
        for wrong in [challenge(.signIn), challenge(.registration(other)), [], [1, 2, 3]] {
            let made = authenticator.make(answering: wrong, site)
            #expect(refusal { _ = try registered(made) } == .challenge)
        }
        let late = now.adding(seconds: 300)
        let made = made(authenticator)
        #expect(refusal { _ = try registered(made, now: late) } == .challenge)
        _ = try registered(made, now: late.adding(milliseconds: -1))
        let registration = authenticator.make(
            answering: challenge(.registration(member)),
            site
        )
        let key = try registered(registration).key
        let signed = try authenticator.sign(challenge(.registration(member)), for: member, site)
        let wrongUse = refusal {
            _ = try verifier.assertion(signed, by: key, of: member, now: now)
        }
        #expect(wrongUse == .challenge)
    }

    @Test("is refused with a key of another algorithm, type, curve or size")
    func keys() throws {
        var authenticator = try TestAuthenticator()
        let sound = authenticator.publicKey
        let fields = { (rows: [(Int, [UInt8])]) in
            TestCBOR.map(rows.map { (TestCBOR.integer($0.0), $0.1) })
        }
        let integer = TestCBOR.integer
        let coordinate = TestCBOR.bytes([UInt8](repeating: 1, count: 32))
        let modulus = { (count: Int) in TestCBOR.bytes([UInt8](repeating: 0xFF, count: count)) }
        let exponent = TestCBOR.bytes([1, 0, 1])
        let rows: [[UInt8]] = [
            // EdDSA, ES384, PS256 and no algorithm at all.
            fields([(1, integer(1)), (3, integer(-8)), (-1, integer(6)), (-2, coordinate)]),
            fields([(1, integer(2)), (3, integer(-35)), (-1, integer(2)), (-2, coordinate)]),
            fields([(1, integer(3)), (3, integer(-37)), (-1, modulus(256)), (-2, exponent)]),
            fields([(1, integer(2)), (-1, integer(1)), (-2, coordinate), (-3, coordinate)]),
            // A point that is not on the curve, another curve, a type that does not fit.
            fields([
                (1, integer(2)), (3, integer(-7)), (-1, integer(1)), (-2, coordinate),
                (-3, coordinate),
            ]),
            fields([
                (1, integer(2)), (3, integer(-7)), (-1, integer(2)), (-2, coordinate),
                (-3, coordinate),
            ]),
            fields([(1, integer(2)), (3, integer(-257)), (-1, modulus(256)), (-2, exponent)]),
            // 1024 bits, 8192 bits, a modulus that only looks long.
            fields([(1, integer(3)), (3, integer(-257)), (-1, modulus(128)), (-2, exponent)]),
            fields([(1, integer(3)), (3, integer(-257)), (-1, modulus(1_024)), (-2, exponent)]),
            fields([
                (1, integer(3)), (3, integer(-257)),
                (-1, TestCBOR.bytes([0] + [UInt8](repeating: 0xFF, count: 255))), (-2, exponent),
            ]),
            fields([(1, integer(3)), (3, integer(-257)), (-1, modulus(256))]),
            TestCBOR.array([]),
        ]
        for (index, key) in rows.enumerated() {
            authenticator.publicKey = key
            #expect(refusal { _ = try registered(made(authenticator)) } == .key, "row \(index)")
        }
        authenticator.publicKey = sound
        _ = try registered(made(authenticator))
    }

    @Test("is refused when it is cut anywhere, or is anything else")
    func cut() throws {
        let made = made(try TestAuthenticator())
        for count in made.attestationObject.indices {
            var short = made
            short.attestationObject = Array(made.attestationObject.prefix(count))
            #expect(refusal { _ = try registered(short) } != nil, "\(count) bytes")
        }
        for bytes in [[], Array("{}".utf8), [UInt8](repeating: 0x20, count: 10_000)] {
            var other = made
            other.clientData = bytes
            #expect(refusal { _ = try registered(other) } == .malformed)
        }
    }

    @Test("is no signature after any change", arguments: PasskeyKey.Algorithm.allCases)
    func assertions(algorithm: PasskeyKey.Algorithm) throws {
        let authenticator = try TestAuthenticator(algorithm)
        let key = try registered(made(authenticator)).key
        let sign = { (change: (inout Circumstances) -> Void) in
            var circumstances = site
            change(&circumstances)
            return try authenticator.sign(challenge(.signIn), for: member, circumstances)
        }
        let expect = { (expected: PasskeyRefusal, assertion: PasskeyAssertion, row: Comment) in
            let found = refusal {
                _ = try verifier.assertion(assertion, by: key, of: member, now: now)
            }
            #expect(found == expected, row)
        }
        expect(.origin, try sign { $0.origin = "https://evil.example" }, "origin")
        expect(.origin, try sign { $0.isCrossOrigin = true }, "cross origin")
        expect(.relyingParty, try sign { $0.relyingPartyID = "evil.example" }, "relying party")
        expect(.ceremony, try sign { $0.type = "webauthn.create" }, "type")
        expect(.presence, try sign { $0.flags = 0x04 }, "presence")
        expect(.verification, try sign { $0.flags = 0x01 }, "verification")
        expect(.malformed, try sign { $0.tail = [1] }, "tail")
        let sound = try sign { _ in }
        let stranger = try TestAuthenticator(algorithm, number: 2)
        let foreign = try stranger.sign(challenge(.signIn), for: member, site)
        expect(.signature, foreign, "another key")
        expect(.signature, sound.changed(counter: 9), "another counter")
        expect(.signature, sound.changed(signature: []), "no signature")
        expect(.signature, sound.changed(signature: foreign.signature), "another signature")
        expect(.signature, sound.changed(signature: sound.signature + [0]), "a longer one")
        expect(.user, sound.changed(user: ID(RawID(high: 1, low: 3))), "another user")
        _ = try verifier.assertion(sound, by: key, of: member, now: now)
    }

    @Test(
        "tells of a copy when its counter does not go up",
        arguments: [
            (0, 0, false), (0, 1, false), (1, 2, false), (1, 1, true), (2, 1, true), (5, 0, true),
            (4_294_967_295, 4_294_967_295, true),
        ] as [(Int64, UInt32, Bool)]
    )
    func counters(stored: Int64, count: UInt32, isCloned: Bool) throws {
        let authenticator = try TestAuthenticator()
        let key = try registered(made(authenticator)).key
        var circumstances = site
        circumstances.signCount = count
        let signed = try authenticator.sign(challenge(.signIn), for: member, circumstances)
        let assertion = try verifier.assertion(signed, by: key, of: member, now: now)
        #expect(assertion.isCloned(after: stored) == isCloned)
    }

    @Test("comes in the form of the sign-in page, each field in base64url")
    func form() throws {
        let signed = try TestAuthenticator().sign(challenge(.signIn), for: member, site)
        let fields = [
            "credential_id": Base64URL.text(signed.credentialID),
            "client_data": Base64URL.text(signed.clientData),
            "authenticator_data": Base64URL.text(signed.authenticatorData),
            "signature": Base64URL.text(signed.signature),
            "user_handle": Base64URL.text(signed.userHandle),
        ]
        #expect(PasskeyAssertion(form: { fields[$0] }) == signed)
        for name in fields.keys {
            for wrong in [nil, "", "!", "AA=="] {
                let form = PasskeyAssertion(form: { $0 == name ? wrong : fields[$0] })
                #expect(form == nil, "\(name) \(wrong ?? "missing")")
            }
        }
    }
}

extension PasskeyAssertion {
    /// The assertion with one part replaced and the rest as it was signed.
    fileprivate func changed(
        counter: UInt8? = nil,
        signature: [UInt8]? = nil,
        user: ID<Entity.Member>? = nil
    ) -> PasskeyAssertion {
        var data = authenticatorData
        if let counter { data[36] = counter }
        return PasskeyAssertion(
            credentialID: credentialID,
            clientData: clientData,
            authenticatorData: data,
            signature: signature ?? self.signature,
            userHandle: user.map { PasskeyVerifier.userHandle(of: $0) } ?? userHandle
        )
    }
}
