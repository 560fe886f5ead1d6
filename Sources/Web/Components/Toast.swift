/// What says that something was done, and is in nobody's way.
///
/// It stands at the edge of the page and moves nothing of it, is read aloud once, and stays until
/// it is closed or the page is left. Where no scripts run it stands above the page. What was not
/// done is never said here: an error stands beside its field.
struct Toast: PageView {
    static let template = "toast"

    let icon = "\(WebApp.icons.path)#check"
    let text: String
    let noticeWay: String?
    let noticeWayText: String?

    /// `way`: The path where something can be done about it, and what the link says.
    init(_ text: String, to way: (path: String, text: String)? = nil) {
        self.text = text
        noticeWay = way?.path
        noticeWayText = way?.text
    }
}
