public import Kernel

/// What opens one item at a bank provider for as long as the member leaves it linked.
///
/// Nobody but the provider's client reads it; ``TokenSealer`` makes of it what the database keeps.
public struct BankAccessToken: Sendable, Equatable {
    /// The token as the provider gave it.
    let text: String

    /// Takes a token over.
    init(_ text: String) {
        self.text = text
    }

    /// Compares in a time that does not depend on the tokens, but on their lengths.
    public static func == (left: Self, right: Self) -> Bool {
        Secret(Array(left.text.utf8)) == Secret(Array(right.text.utf8))
    }
}

extension BankAccessToken: Confidential {}
