/// A page that says why another one is not there.
public struct MessageView: PageView {
    /// The template's name.
    public static let template = "message"

    let title: String
    let direction: String
    let style = WebApp.style.path
    let home = WebApp.home
    let sentence: String
    let trace: String

    /// Makes a page.
    ///
    /// `languages`: What the browser says that its reader knows, for the direction of the page.
    public init(_ title: String, _ sentence: String, trace: String, languages: String? = nil) {
        self.title = title
        direction = PageFormat.direction(languages: languages)
        self.sentence = sentence
        self.trace = trace
    }
}
