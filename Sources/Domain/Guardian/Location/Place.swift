public import Kernel

/// A place on the map where people buy.
public struct Place: Sendable, Equatable {
    /// The name.
    public let name: String
    /// Where it is.
    public let position: Coordinate
    /// What it is, such as `restaurant`.
    public let kind: String

    /// Makes a place.
    public init(name: String, position: Coordinate, kind: String) {
        self.name = name
        self.position = position
        self.kind = kind
    }

    /// Reads a comma separated file with the columns `name,latitude,longitude,kind`.
    ///
    /// - Throws: `CSVReader.Fault` with the line and what is wrong there.
    public static func read(_ text: String) throws(CSVReader.Fault) -> [Place] {
        var reader = CSVReader(text)
        let header = try reader.next() ?? []
        guard header == columns else {
            let reason = "the first line must be \(columns.joined(separator: ","))"
            throw CSVReader.Fault(line: 1, reason: reason)
        }
        var places: [Place] = []
        while true {
            let line = reader.line
            guard let fields = try reader.next() else { return places }
            if fields == [""] { continue }
            places.append(try Place(fields, line: line))
        }
    }

    private static let columns = ["name", "latitude", "longitude", "kind"]

    private init(_ fields: [String], line: Int) throws(CSVReader.Fault) {
        let wrong = { CSVReader.Fault(line: line, reason: $0) }
        guard fields.count == Self.columns.count else {
            throw wrong("has \(fields.count) fields where 4 are asked")
        }
        guard !fields[0].isEmpty, fields[0].unicodeScalars.count <= Limits.merchantCharacters else {
            throw wrong("name must have 1 to \(Limits.merchantCharacters) characters")
        }
        guard let latitude = Self.degrees(fields[1], within: 90) else {
            throw wrong("latitude must be a number from -90 to 90")
        }
        guard let longitude = Self.degrees(fields[2], within: 180) else {
            throw wrong("longitude must be a number from -180 to 180")
        }
        let kind = fields[3]
        guard (1...Limits.categoryCharacters).contains(kind.utf8.count),
            kind.utf8.allSatisfy({ (0x61...0x7A).contains($0) || $0 == 0x5F })
        else { throw wrong("kind must be a word such as restaurant") }
        self.init(
            name: fields[0],
            position: Coordinate(latitude: latitude, longitude: longitude),
            kind: kind
        )
    }

    private static func degrees(_ text: String, within bound: Double) -> Double? {
        let isDecimal = text.utf8.allSatisfy {
            (0x30...0x39).contains($0) || [0x2D, 0x2E].contains($0)
        }
        guard isDecimal, let degrees = Double(text), abs(degrees) <= bound else { return nil }
        return degrees
    }
}
