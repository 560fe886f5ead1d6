/// A page that says why another one is not there.
public struct MessageView: PageView {
    /// The template's name.
    public static let template = "message"

    let title: String
    let style = WebApp.style.path
    let home = WebApp.home
    let sentence: String
    let trace: String

    /// Makes a page.
    public init(_ title: String, _ sentence: String, trace: String) {
        self.title = title
        self.sentence = sentence
        self.trace = trace
    }
}
