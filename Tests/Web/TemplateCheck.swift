import Testing

@testable import Web

/// Walks a template beside a view: a word that the view does not have would be shown as nothing.
struct TemplateCheck {
    private(set) var unknown: Set<String> = []
    /// The sections and words that were looked at.
    private(set) var known: Set<String> = []

    mutating func check(_ name: String, _ view: Any) throws {
        try walk(name, Self.tags(of: name)[...], [view])
    }

    private struct Tag {
        let kind: Character?
        let name: String
    }

    private static func tags(of name: String) throws -> [Tag] {
        let bytes = try #require(Templates.texts[name], "no template is called \(name)")
        let text = String(decoding: bytes, as: UTF8.self)
        return text.matches(of: /\{\{\{?([#^\/>]?) *([A-Za-z.\-]+) *\}?\}\}/).map { match in
            Tag(kind: match.1.first, name: String(match.2))
        }
    }

    private mutating func walk(
        _ template: String,
        _ tags: ArraySlice<Tag>,
        _ stack: [Any]
    ) throws {
        var rest = tags
        while let tag = rest.popFirst() {
            switch tag.kind {
            case "#", "^":
                let inner = Self.section(tag.name, &rest)
                let value = look(tag.name, stack, in: template)
                if tag.kind == "^" {
                    try walk(template, inner, stack)
                } else if let value {
                    for item in Self.items(of: value) {
                        try walk(template, inner, stack + [item])
                    }
                }
            case ">": try walk(tag.name, Self.tags(of: tag.name)[...], stack)
            default: _ = look(tag.name, stack, in: template)
            }
        }
    }

    /// Takes the tags of a section from the rest.
    private static func section(_ name: String, _ rest: inout ArraySlice<Tag>) -> ArraySlice<Tag> {
        var depth = 1
        var inner: [Tag] = []
        while let tag = rest.popFirst() {
            if tag.name == name, let kind = tag.kind, kind != ">" { depth += kind == "/" ? -1 : 1 }
            if depth == 0 { break }
            inner.append(tag)
        }
        return inner[...]
    }

    private static func items(of value: Any) -> [Any] {
        switch value {
        case let flag as Bool: flag ? [value] : []
        case let list as [Any]: list
        default: [value]
        }
    }

    /// What a word stands for; `nil` where there is nothing.
    private mutating func look(_ path: String, _ stack: [Any], in template: String) -> Any? {
        if path == "." { return stack.last }
        let words = path.split(separator: ".").map(String.init)
        for object in stack.reversed() {
            guard case (true, let value) = Self.child(words[0], of: object) else { continue }
            known.insert("\(template): \(path)")
            return words.dropFirst().reduce(value) { value, word in
                guard let value, case (true, let child) = Self.child(word, of: value) else {
                    if value != nil { unknown.insert("\(template): \(path)") }
                    return nil
                }
                return child
            }
        }
        unknown.insert("\(template): \(path)")
        return nil
    }

    private static func child(_ word: String, of object: Any) -> (isThere: Bool, value: Any?) {
        guard let child = Mirror(reflecting: object).children.first(where: { $0.label == word })
        else { return (false, nil) }
        let mirror = Mirror(reflecting: child.value)
        guard mirror.displayStyle == .optional else { return (true, child.value) }
        return (true, mirror.children.first?.value)
    }
}
