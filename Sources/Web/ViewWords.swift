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
        case let text as String: return text
        case let flag as Bool: return flag
        default: break
        }
        let mirror = Mirror(reflecting: value)
        switch mirror.displayStyle {
        case .optional: return mirror.children.first.flatMap { Self.value(of: $0.value) }
        case .struct: return ViewWords(mirror, of: value)
        case .collection: return mirror.children.compactMap { Self.value(of: $0.value) }
        default: return value
        }
    }
}

/// A word without a value.
private struct Nothing: MustacheCustomRenderable {
    var renderText: String { "" }
    var isNull: Bool { true }
}
