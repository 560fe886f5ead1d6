/// What the reader of text goes by, as regular expressions (ECMA-262) for a schema.
enum TextPattern {
    /// Characters that are control characters to ``WireText``, as they stand between brackets.
    static let controls = #"\u0000-\u0008\u000B-\u001F\u007F-\u009F"#
    /// Characters that are space to ``WireText``.
    static let spaces =
        #"\u0009-\u000D\u0020\u0085\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000"#

    /// A character that is neither.
    static let character = "[^\(controls)\(spaces)]"
    /// Text with at least one of them, and no control character.
    static let plain = "^[^\(controls)]*\(character)[^\(controls)]*$"
    /// The same without tabs and line feeds.
    static let oneLine = "^[^\(allControls)]*\(character)[^\(allControls)]*$"
    /// Text that is nothing but space.
    static let blank = "^[\(spaces)]*$"
    /// Text without a control character, or blank.
    static let plainOrBlank = "^[^\(controls)]*$|\(blank)"
    /// An e-mail address, as ``isEmailAddress(_:)`` takes it.
    static let email = "^\(inAddress)+@\(atDot)\(inAddress)*\\.\(inAddress)*\(atDot)$"
    /// Text with a letter and a decimal digit of any script.
    static let letterAndDigit = #"\p{L}[\s\S]*\p{Nd}|\p{Nd}[\s\S]*\p{L}"#
    /// Text that is not blank.
    static let visible = "[^\(spaces)]"

    /// A month, `2025-01`.
    static let month = #"^(?!0000)\d{4}-(0[1-9]|1[0-2])$"#
    /// A month or a day, `2025-01` or `2025-01-15`.
    static let monthOrDay =
        #"^(?!0000)\d{4}-(0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01]))?$"#

    private static let allControls = #"\u0000-\u001F\u007F-\u009F"#
    private static let inAddress = "[^@\(controls)\(spaces)]"
    private static let atDot = "[^@.\(controls)\(spaces)]"
}
