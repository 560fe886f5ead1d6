import Mustache

/// What a page shows, for the template that shows it.
///
/// Its stored values are the template's words: text, which the template escapes, truth values,
/// lists and other views.
public protocol PageView: Sendable {
    /// The template's name.
    static var template: String { get }
}

/// The templates of all pages and of their parts.
public struct Templates: Sendable {
    private let library: MustacheLibrary

    /// Reads the templates that the program carries.
    ///
    /// - Throws: `MustacheTemplate.ParserError` for one that is none.
    public init() throws {
        library = MustacheLibrary(
            templates: try Self.texts.mapValues { bytes in
                try MustacheTemplate(string: String(decoding: bytes, as: UTF8.self))
            }
        )
    }

    /// A page or a part of one as HTML.
    public func html(_ view: some PageView) -> String {
        guard let html = library.render(view, withTemplate: type(of: view).template) else {
            preconditionFailure("every view has a template")
        }
        return html
    }

    /// A whole page: a view within the frame.
    public func document(_ view: some PageView, in frame: Frame) -> String {
        html(FramedPage(frame: frame, content: html(view)))
    }

    static let texts: [String: [UInt8]] = [
        "approval": PackageResources.approval_mustache,
        "bars": PackageResources.bars_mustache,
        "buy": PackageResources.buy_mustache,
        "chart": PackageResources.chart_mustache,
        "frame": PackageResources.frame_mustache,
        "message": PackageResources.message_mustache,
        "notice": PackageResources.notice_mustache,
        "sign-in": PackageResources.sign_in_mustache,
        "today": PackageResources.today_mustache,
        "trace": PackageResources.trace_mustache,
        "transactions": PackageResources.transactions_mustache,
    ]
}

/// The frame with what is in it, which is HTML already.
struct FramedPage: PageView {
    static let template = "frame"

    let frame: Frame
    let content: String
}
