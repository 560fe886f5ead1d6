import ArgumentParser
import Kernel
import Operations
import Providers

/// Checks access tokens on one core, known and unknown ones, and tells how long that took.
struct Tokens: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Checks access tokens, known and unknown ones, and tells how long that took."
    )

    @Option(help: "How many different tokens; more than are remembered are never known.")
    var count = 2_000
    @Option(help: "How often each of them is checked once it is known.") var rounds = 500

    func validate() throws {
        guard (1...Limits.cachedTokens).contains(count), rounds > 0 else {
            throw ValidationError("--count must be 1 to \(Limits.cachedTokens), --rounds 1 or more")
        }
    }

    func run() throws {
        let now = Timestamp(seconds: 1_763_700_000)
        let keys = KeyFile(now: now)
        let issuer = try TokenIssuer(keys: keys, issuer: "https://purser.example")
        let signer = try TokenSigner(keys: keys.signingKeys, issuer: "https://purser.example")
        let tokens = try (0..<count).map { try signer.sign(Self.claims($0, now)) }
        let clock = ContinuousClock()
        let unknown = clock.measure {
            for token in tokens { Self.require(issuer.bearer(of: token, now: now)) }
        }
        let known = clock.measure {
            for _ in 0..<rounds {
                for token in tokens { Self.require(issuer.bearer(of: token, now: now)) }
            }
        }
        let microseconds = { (time: Duration, of: Int) in time / .microseconds(1) / Double(of) }
        print("\(microseconds(known, count * rounds)) us a known token")
        print("\(microseconds(unknown, count)) us an unknown token")
    }

    private static func require(_ bearer: SignedIn?) {
        precondition(bearer != nil, "the bench's own tokens are good")
    }

    private static func claims(_ index: Int, _ now: Timestamp) -> AccessClaims {
        AccessClaims(
            issuer: "https://purser.example",
            subject: id(1),
            household: id(2),
            role: "Parent",
            session: id(UInt64(index) + 3),
            client: "purser-native",
            scope: APIScopes.all.text,
            issuedAt: now,
            expiresAt: now.adding(seconds: Limits.accessTokenSeconds)
        )
    }

    private static func id<Kind>(_ number: UInt64) -> ID<Kind> {
        ID(RawID(high: 0x018F_0000_0000_7000, low: 0x8000_0000_0000_0000 | number))
    }
}
