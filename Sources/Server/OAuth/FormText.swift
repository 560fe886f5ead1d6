import Contract
import Hummingbird
import Kernel
import NIOCore

/// A form's text (`application/x-www-form-urlencoded`) as it was sent.
enum FormText {
    /// Refuses texts that would take long to compare, but for a password: one of any kind is only
    /// right or wrong, and who checks it knows how.
    ///
    /// - Throws: ``Problem`` `invalid`.
    static func requireStreamSafe(_ pairs: [(key: String, value: String)]) throws {
        for (key, value) in pairs {
            guard key.isStreamSafe, !key.hasMoreScalars(than: Limits.identifierCharacters) else {
                throw Problem.invalid("The name of a field is too long")
            }
            guard value.isStreamSafe || key == SignInForm.Key.password.rawValue else {
                let rule = "has more than \(Limits.combiningMarks) combining marks in a row"
                throw Problem.invalid([Fault(field: key, rule: rule)])
            }
        }
    }
}

extension Request {
    /// The fields of a form that was sent as the body; none where there is no body.
    ///
    /// - Throws: ``Problem`` `unsupportedMediaType` or `invalid`.
    func formPairs(_ body: ByteBuffer) throws -> [(key: String, value: String)] {
        guard body.readableBytes > 0 else { return [] }
        guard isForm else { throw Problem(.unsupportedMediaType, "The body must be a form") }
        guard let text = String(validating: body.readableBytesView, as: UTF8.self),
            let pairs = PercentCoding.pairs(text)
        else { throw Problem.invalid("The body, or an escape in it, is not UTF-8") }
        try FormText.requireStreamSafe(pairs)
        return pairs
    }

    /// Whether the content type is a form's, or none is given.
    private var isForm: Bool {
        guard let type = headers.only(.contentType) else { return true }
        guard type.utf8.allSatisfy({ $0 < 0x80 }) else { return false }
        let essence = type.prefix { $0 != ";" && $0 != " " && $0 != "\t" }
        return essence.lowercased() == "application/x-www-form-urlencoded"
    }
}
