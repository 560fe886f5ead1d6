import Kernel

/// A part of a form, by its headers.
struct MultipartPart: Equatable {
    /// The field's name.
    let name: String
    /// The name of the file, where it is one.
    let fileName: String?

    /// A field or a file.
    init(name: String, fileName: String? = nil) {
        self.name = name
        self.fileName = fileName
    }

    /// Reads the headers of a part.
    ///
    /// - Throws: ``MultipartError`` `badHeaders`.
    init(headers: ArraySlice<UInt8>) throws {
        guard let text = String(validating: headers, as: UTF8.self), text.isStreamSafe,
            !text.utf8.contains(0)
        else { throw MultipartError.badHeaders }
        var found: MultipartPart?
        for line in text.split(separator: "\r\n", omittingEmptySubsequences: false)
        where !line.isEmpty {
            guard let colon = line.firstIndex(of: ":") else { throw MultipartError.badHeaders }
            let name = line[..<colon]
            guard name.utf8.count == Self.header.utf8.count, name.lowercased() == Self.header
            else { continue }
            guard found == nil else { throw MultipartError.badHeaders }
            found = try Self.disposition(line[line.index(after: colon)...])
        }
        guard let found else { throw MultipartError.badHeaders }
        self = found
    }

    private static let header = "content-disposition"

    private static func disposition(_ value: Substring) throws -> MultipartPart {
        var fields = HeaderFields(value)
        guard fields.type == "form-data" else { throw MultipartError.badHeaders }
        var names: [String: String] = [:]
        while let (key, value) = try fields.next() {
            // Whoever reads the first of two names and whoever reads the last would disagree.
            guard names.updateValue(value, forKey: key) == nil else {
                throw MultipartError.badHeaders
            }
        }
        guard let name = names["name"], !name.isEmpty,
            !name.hasMoreScalars(than: Limits.identifierCharacters)
        else { throw MultipartError.badHeaders }
        return MultipartPart(name: name, fileName: names["filename"])
    }
}

/// The fields behind a header's value, such as `form-data; name="a"`.
struct HeaderFields {
    /// The value before them, in lower case.
    let type: String
    private var rest: Substring

    /// Takes a header's value.
    init(_ value: Substring) {
        let end = value.firstIndex(of: ";") ?? value.endIndex
        type = value[..<end].filter { $0 != " " && $0 != "\t" }.lowercased()
        rest = value[end...]
    }

    /// The next field, its name in lower case; `nil` at the end.
    ///
    /// - Throws: ``MultipartError`` `badHeaders`.
    mutating func next() throws -> (String, String)? {
        rest = rest.drop { $0 == ";" || $0 == " " || $0 == "\t" }
        guard !rest.isEmpty else { return nil }
        guard let equals = rest.firstIndex(of: "=") else { throw MultipartError.badHeaders }
        let key = rest[..<equals].lowercased()
        rest = rest[rest.index(after: equals)...]
        guard rest.first == "\"" else {
            let value = rest.prefix { $0 != ";" && $0 != " " && $0 != "\t" }
            rest = rest[value.endIndex...]
            return (key, String(value))
        }
        rest = rest.dropFirst()
        var value = ""
        while let character = rest.popFirst() {
            switch character {
            case "\"": return (key, value)
            case "\\":
                // Of a path of Windows the backslash stands for itself (RFC 7578, section 4.2).
                if let next = rest.first, next == "\"" || next == "\\" {
                    value.append(next)
                    rest = rest.dropFirst()
                } else {
                    value.append("\\")
                }
            default: value.append(character)
            }
        }
        throw MultipartError.badHeaders
    }
}
