/// In which language a member is answered.
public enum AnswerLanguage: String, WrittenChoice, Hashable {
    /// English alone; the default.
    case english
    /// Chinese alone, in simplified characters.
    case chinese
    /// English, then Chinese.
    case bilingual

    /// The case name with a capital.
    public var displayValue: String {
        switch self {
        case .english: "English"
        case .chinese: "Chinese"
        case .bilingual: "Bilingual"
        }
    }
}
