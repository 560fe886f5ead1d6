/// Every place of the app and the way out: the tabs of a phone do not hold them all, nor does a
/// child's rail.
public struct MoreView: PageView {
    /// The template's name.
    public static let template = "more"

    let reader: Frame.Reader
    let places: [Frame.Link]
    let signOut = WebApp.signOut
    let formToken: String

    /// Makes a page of what a frame leads to.
    public init(_ frame: Frame) {
        reader = frame.reader
        places = frame.places
        formToken = frame.formToken
    }
}
