import Contract
import Kernel
import Providers
import SQL
import Store

extension IdentityOperations {
    /// Whether tokens of other issuers are taken at all.
    public var takesExternalTokens: Bool { issuers.verifier != nil }

    /// Whose token it is when another issuer made it, who is one of us from the first sight on.
    ///
    /// What was found out is remembered with our own tokens for as long as it may be relied on, so
    /// this is not asked again for each request.
    ///
    /// - Returns: The bearer; `nil` when the token names no issuer that is configured.
    /// - Throws: ``Problem`` `invalidToken` when its issuer is configured and it is not good,
    ///   `providerUnavailable` when the issuer's keys cannot be had; `DatabaseError`.
    public func externalBearer(_ token: String, _ call: Call) async throws -> SignedIn? {
        guard let verifier = issuers.verifier else { return nil }
        let claims: ExternalClaims
        do {
            claims = try await verifier.verify(token, now: call.now)
        } catch {
            switch error {
            case .issuer: return nil
            case .keysUnreachable: throw Problem(.providerUnavailable)
            case .malformed, .algorithm, .unknownKey, .signature, .audience, .expired,
                .notYetValid:
                throw Problem(.invalidToken)
            }
        }
        let bearer = try await member(of: claims, call)
        remember(token, claims, of: bearer, call)
        return bearer
    }

    /// Finds the member of a subject, or founds its household.
    private func member(of claims: ExternalClaims, _ call: Call) async throws -> SignedIn {
        let (issuer, subject) = (claims.issuer, claims.subject)
        let known = try await database.read { session in
            try ExternalIdentities.find(issuer: issuer, subject: subject, in: session)
        }
        if let known { return SignedIn(known, claims) }
        return try await database.write { session in
            // Somebody else with the same token may have been faster.
            let known = try ExternalIdentities.find(issuer: issuer, subject: subject, in: session)
            return SignedIn(try known ?? Self.createIdentity(claims, call, in: session), claims)
        }
    }

    private func remember(
        _ token: String,
        _ claims: ExternalClaims,
        of bearer: SignedIn,
        _ call: Call
    ) {
        let end = claims.expiresAt.adding(milliseconds: Limits.issuerLeewayMilliseconds)
        let lookAgain = call.now.adding(milliseconds: Limits.externalTokenMilliseconds)
        var remembered = AccessClaims(
            issuer: claims.issuer,
            subject: bearer.member,
            household: bearer.household,
            role: bearer.role,
            session: bearer.session,
            client: claims.label,
            scope: bearer.scopes.text,
            issuedAt: claims.issuedAt ?? call.now,
            expiresAt: min(end, lookAgain)
        )
        remembered.external = bearer.external
        tokens.verified.insert(token, remembered)
    }

    /// Creates the household of a subject that nobody has seen before.
    private static func createIdentity(
        _ claims: ExternalClaims,
        _ call: Call,
        in session: any Session
    ) throws -> ExternalIdentity {
        let member = try createMember(claims, call, in: session)
        let identity = ExternalIdentity(
            member: member.id,
            household: member.household,
            role: member.role,
            session: call.newID()
        )
        try Sessions.insert(
            identity.session,
            of: member.id,
            origin: .external,
            now: call.now,
            in: session
        )
        try ExternalIdentities.insert(
            identity,
            issuer: claims.issuer,
            subject: claims.subject,
            now: call.now,
            in: session
        )
        try Self.record(
            .linked,
            of: member.id,
            session: identity.session,
            client: claims.label,
            call,
            in: session
        )
        return identity
    }

    /// Creates a household whose parent has the first e-mail address that is free.
    ///
    /// An address that somebody has here stays theirs: an issuer's word does not make two members
    /// one, and neither does a subject that was made up to look like somebody's.
    private static func createMember(
        _ claims: ExternalClaims,
        _ call: Call,
        in session: any Session
    ) throws -> MemberRecord {
        let own: ID<Entity.Member> = call.newID()
        let addresses = [
            claims.email, "\(claims.subject)@\(claims.label).invalid",
            "\(own.text)@\(claims.label).invalid",
        ]
        for address in addresses.compactMap(\.self).map(normalisedEmail)
        where isEmailAddress(address) && isPrintable(address) {
            let household = NewHousehold(
                email: address,
                passwordHash: nil,
                firstName: name(claims.givenName),
                lastName: name(claims.familyName),
                householdName: nil,
                timeZone: nil,
                parent: own
            )
            do {
                return try session.savepoint { try household.create(call, in: session) }
            } catch let problem as Problem where problem.kind == .conflict {
                continue
            }
        }
        throw DatabaseError(.corrupt, "an e-mail address that was just made is taken")
    }

    /// A name as it may be kept; what is none counts as not told.
    private static func name(_ text: String?) -> String? {
        let words = text?.split(whereSeparator: \.isWhitespace).joined(separator: " ") ?? ""
        let scalars = words.unicodeScalars.prefix(Limits.nameCharacters)
        let name = String(String.UnicodeScalarView(scalars))
        return name.isEmpty || !isPrintable(name) ? nil : name
    }

    private static func isPrintable(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    }
}

extension SignedIn {
    fileprivate init(_ identity: ExternalIdentity, _ claims: ExternalClaims) {
        self.init(
            member: identity.member,
            household: identity.household,
            role: identity.role.rawValue,
            session: identity.session,
            scopes: claims.scopes,
            external: ExternalSignIn(
                authenticatedAt: claims.authenticatedAt ?? claims.issuedAt,
                expiresAt: claims.expiresAt
            )
        )
    }
}
