import Crypto
import Hummingbird
import Kernel

/// What tells a form that is sent twice from two forms that say the same.
enum FormKey {
    /// What a form carries that is shown now.
    static func fresh() -> String {
        Base64URL.text(SymmetricKey(size: .bits128).withUnsafeBytes { Array($0) })
    }

    /// The Idempotency-Key of what a form says: what its own key and its fields make together, so
    /// that a form that is changed and sent again is another one.
    ///
    /// - Returns: `nil` for a form without a key, which counts each time.
    static func key(of form: PageForm, saying fields: [String]) -> String? {
        let key = form["key"]
        guard !key.isEmpty else { return nil }
        let parts = ([key] + fields).map { "\($0.utf8.count) \($0)" }
        return Base64URL.text(Array(SHA256.hash(data: Array(parts.joined().utf8))))
    }
}
