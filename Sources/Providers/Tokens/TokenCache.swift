import Crypto
public import Kernel
import Synchronization

/// Remembers verified tokens, so that a signature is checked once and not for each request.
///
/// A token is found by its full text, compared byte by byte, or a long one by its hash, so that
/// none can stand for another. When full, what was not asked for lately makes room (the clock
/// algorithm: a hand goes round and takes the first entry not used since it came by last).
public final class TokenCache: Sendable {
    private struct Entry {
        var token: Token
        var claims: AccessClaims
        var isRecent: Bool
    }

    /// A token's text as a key; a long one's hash, because other issuers' tokens may be anything.
    private struct Token: Hashable {
        let text: String
        /// Who knows the hash of a token does not have the token.
        let isHashed: Bool

        init(text: String) {
            isHashed = text.utf8.count > Limits.cachedTokenBytes
            guard isHashed else {
                self.text = text
                return
            }
            self.text = Base64URL.text(Array(SHA256.hash(data: Array(text.utf8))))
        }

        /// Compares exactly.
        ///
        /// Strings are equal when they look alike: U+212A equals "K". Tokens are ASCII, and no
        /// other text that equals an ASCII text has its length in bytes, so the length makes this
        /// exact.
        static func == (left: Self, right: Self) -> Bool {
            left.isHashed == right.isHashed && left.text.utf8.count == right.text.utf8.count
                && left.text == right.text
        }

        /// Hashes the end alone.
        ///
        /// It is the signature's, which nobody can choose, and hashing all of a token would cost
        /// more than the rest of a lookup.
        func hash(into hasher: inout Hasher) {
            let end = text.utf8.suffix(32)
            let isHashed: Void? = end.withContiguousStorageIfAvailable {
                hasher.combine(bytes: UnsafeRawBufferPointer($0))
            }
            if isHashed == nil {
                Array(end).withUnsafeBytes { hasher.combine(bytes: $0) }
            }
        }
    }

    private struct State {
        var places: [Token: Int] = [:]
        var entries: [Entry] = []
        var hand = 0

        mutating func replaceOldest(with entry: Entry) {
            hand %= entries.count
            while entries[hand].isRecent {
                entries[hand].isRecent = false
                hand = (hand + 1) % entries.count
            }
            places[entries[hand].token] = nil
            places[entry.token] = hand
            entries[hand] = entry
            hand += 1
        }

        /// Removes an entry; the last one takes its place, so that places stay dense.
        mutating func remove(at place: Int) {
            places[entries[place].token] = nil
            let last = entries.removeLast()
            guard place < entries.count else { return }
            entries[place] = last
            places[last.token] = place
        }
    }

    private let capacity: Int
    private let state: Mutex<State>

    /// Makes an empty cache.
    ///
    /// - Parameter capacity: The most tokens remembered, one or more.
    public init(capacity: Int = Limits.cachedTokens) {
        precondition(capacity > 0, "a cache holds something")
        self.capacity = capacity
        var state = State()
        state.places.reserveCapacity(capacity)
        state.entries.reserveCapacity(capacity)
        self.state = Mutex(state)
    }

    /// How many tokens are remembered.
    public var count: Int { state.withLock { $0.entries.count } }

    /// The longest text that a token is remembered by, in bytes.
    var longestBytes: Int {
        state.withLock { $0.entries.map(\.token.text.utf8.count).max() ?? 0 }
    }

    /// The claims of a token verified before, unless it has expired since.
    public func claims(for token: String, now: Timestamp) -> AccessClaims? {
        let token = Token(text: token)
        return state.withLock { state -> AccessClaims? in
            guard let place = state.places[token] else { return nil }
            guard now < state.entries[place].claims.expiresAt else {
                state.remove(at: place)
                return nil
            }
            if !state.entries[place].isRecent { state.entries[place].isRecent = true }
            return state.entries[place].claims
        }
    }

    /// Remembers what a verified token says.
    public func insert(_ token: String, _ claims: AccessClaims) {
        guard token.utf8.allSatisfy({ $0 < 0x80 }) else { return }
        let token = Token(text: token)
        let entry = Entry(token: token, claims: claims, isRecent: false)
        state.withLock { state in
            if let place = state.places[token] {
                state.entries[place] = entry
            } else if state.entries.count < capacity {
                state.places[token] = state.entries.count
                state.entries.append(entry)
            } else {
                state.replaceOldest(with: entry)
            }
        }
    }

    /// Forgets all tokens of a session, for example when its member signs out.
    ///
    /// - Complexity: O(*n*) in the tokens remembered.
    public func remove(session: ID<Entity.Session>) {
        state.withLock { state in
            for place in state.entries.indices.reversed()
            where state.entries[place].claims.session == session {
                state.remove(at: place)
            }
        }
    }
}
