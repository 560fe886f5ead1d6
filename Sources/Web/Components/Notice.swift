/// A sentence above everything else: what went well, or what did not.
public struct Notice: PageView {
    /// The template's name.
    public static let template = "notice"

    /// What kind of news it is.
    public enum Kind: String, Sendable {
        /// Something was done.
        case good
        /// Something deserves a look.
        case warn
        /// Something was not done.
        case bad
    }

    let kind: String
    let icon: String
    let text: String

    /// Makes a notice.
    public init(_ kind: Kind, _ text: String) {
        self.kind = kind.rawValue
        icon = "\(WebApp.icons.path)#\(kind == .good ? "check" : "alert")"
        self.text = text
    }
}
