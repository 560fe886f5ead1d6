extension Unicode.Scalar {
    /// Whether it is a letter, a digit or a mark that belongs to one.
    public var isPartOfWord: Bool {
        switch properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: true
        default: properties.isAlphabetic || properties.numericType != nil
        }
    }
}
