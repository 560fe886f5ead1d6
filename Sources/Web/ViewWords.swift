import Mustache

/// The words of a view by their names, found once.
///
/// A template asks for each word by its name, and for one that the view does not have it asks the
/// views around it. Without this each question would reflect the whole view anew, which took most
/// of the time of a page. A word of the view that is `nil` is nothing: nobody around it is asked.
struct ViewWords: MustacheParent, MustacheCustomRenderable {
    private let view: Any
    private let words: [String: Any]

    /// Finds the words of a view, and of the views in it.
    init(_ view: Any) {
        self.init(Mirror(reflecting: view), of: view)
    }

    private init(_ mirror: Mirror, of view: Any) {
        self.view = view
        var words: [String: Any] = [:]
        for child in mirror.children {
            guard let label = child.label else { continue }
            words[label] = Self.value(of: child.value) ?? Nothing()
        }
        self.words = words
    }

    func child(named name: String) -> Any? { words[name] }

    /// A view as text, which is what it would be without this.
    var renderText: String { String(describing: view) }

    var isNull: Bool { false }

    /// A value as the template takes it; `nil` for an optional without one.
    private static func value(of value: Any) -> Any? {
        switch value {
        case let text as String: return Word(renderText: text)
        case let flag as Bool: return flag
        default: break
        }
        let mirror = Mirror(reflecting: value)
        switch mirror.displayStyle {
        case .optional: return mirror.children.first.flatMap { Self.value(of: $0.value) }
        case .struct:
            guard let view = value as? any WordedView else { return ViewWords(mirror, of: value) }
            return Word.view(view)
        case .collection: return mirror.children.compactMap { Self.value(of: $0.value) }
        default: return value
        }
    }
}

/// A view that tells its words itself, instead of being reflected.
///
/// Those of which a page has many do: reflection would take most of the time of such a page.
protocol WordedView {
    /// What a word stands for, made by ``Word``; `nil` for one that the view does not have.
    func word(_ name: String) -> Any?
}

/// A text as the template takes it, without words of its own.
struct Word: MustacheParent, MustacheCustomRenderable {
    let renderText: String

    var isNull: Bool { false }

    func child(named name: String) -> Any? { nil }

    /// A text.
    static func text(_ text: String) -> Any { Self(renderText: text) }

    /// A text; nothing where it is `nil`, and nobody around it is asked.
    static func maybe(_ text: String?) -> Any { text.map(Self.text) ?? Nothing() }

    /// A view.
    static func view(_ view: any WordedView) -> Any { Worded(view: view) }

    /// A view; nothing where it is `nil`, and nobody around it is asked.
    static func maybe(_ view: (some WordedView)?) -> Any { view.map(Self.view) ?? Nothing() }

    /// Views, one after the other.
    static func list(_ views: [some WordedView]) -> Any { views.map(Self.view) }
}

private struct Worded: MustacheParent {
    let view: any WordedView

    func child(named name: String) -> Any? { view.word(name) }
}

/// A word without a value.
private struct Nothing: MustacheCustomRenderable {
    var renderText: String { "" }
    var isNull: Bool { true }
}
