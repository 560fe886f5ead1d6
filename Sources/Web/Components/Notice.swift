/// A sentence above everything else: how something stands, or what was not done; or, in a toast,
/// what was done.
public struct Notice: PageView {
    /// The template's name.
    public static let template = "notice"

    /// What kind of news it is.
    public enum Kind: Sendable {
        /// Something was done just now: a toast says so.
        case good
        /// Something ended well, and is what the page is about.
        case settled
        /// Something deserves a look.
        case warn
        /// Something was not done.
        case bad
    }

    let toast: Toast?
    let kind: String
    let icon: String
    let text: String
    let noticeWay: String?
    let noticeWayText: String?

    /// Makes a notice.
    ///
    /// `way`: The path where something can be done about it, and what the link says.
    public init(_ kind: Kind, _ text: String, to way: (path: String, text: String)? = nil) {
        toast = kind == .good ? Toast(text, to: way) : nil
        let name: String
        (self.kind, name) =
            switch kind {
            case .good, .settled: ("good", "check")
            case .warn: ("warn", "alert")
            case .bad: ("bad", "alert")
            }
        icon = "\(WebApp.icons.path)#\(name)"
        self.text = text
        noticeWay = way?.path
        noticeWayText = way?.text
    }
}
