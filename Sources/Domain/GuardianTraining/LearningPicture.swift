/// The learning curves as a picture: SVG without anything else, for light and dark pages.
public struct LearningPicture: Sendable {
    private let curves: [LearningCurve]

    /// Draws two panels for each curve: the Brier score, and the members' own calibration error.
    public init(_ curves: [LearningCurve]) {
        self.curves = curves
    }

    /// The text of the picture; the same curves give the same text.
    public var svg: String {
        let height = Self.top + Panel.pitch * Double(curves.count)
        let panels = Self.figures.enumerated().flatMap { column, figure in
            let scale = Scale(of: curves.flatMap(\.points).map { $0[keyPath: figure.path] })
            return curves.enumerated().map { row, curve in
                Panel(
                    x: 52 + 378 * Double(column),
                    y: Self.top + Panel.pitch * Double(row),
                    title: "\(figure.name), \(Self.name(of: curve))",
                    scale: scale,
                    curve: curve,
                    figure: figure.path
                )
            }
        }
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 760 \(height.fixed(1))" \
            font-family="sans-serif" font-size="12">
            <title>What learning from answers does to the scores of simulated members</title>
            \(Self.style)
            \(Self.legend)
            \(panels.map(\.svg).joined(separator: "\n"))
            </svg>

            """
    }

    private static let top = 40.0

    /// What each column shows.
    private static var figures: [(name: String, path: KeyPath<LearningCurve.Point, Double>)] {
        [("Brier score", \.brier), ("Own calibration error", \.ownCalibrationError)]
    }

    private static func name(of curve: LearningCurve) -> String {
        curve.tasteDeviation == 0
            ? "no tastes" : "tastes of deviation \(curve.tasteDeviation.fixed(1))"
    }

    /// Colours that can be told apart by their lightness too, on white and on near-black.
    private static let style = """
        <style>
        text { fill: #57606a }
        .axis { stroke: #8c959f; stroke-width: 1; fill: none }
        .grid { stroke: #8c959f; stroke-width: 1; stroke-opacity: 0.25 }
        .line { fill: none; stroke-width: 2 }
        .r0 { stroke: #8c959f; stroke-dasharray: 6 4 }
        .r1 { stroke: #1f6feb }
        .r2 { stroke: #d1741a }
        .d0 { fill: #8c959f }
        .d1 { fill: #1f6feb }
        .d2 { fill: #d1741a }
        @media (prefers-color-scheme: dark) {
        text { fill: #adb5bf }
        .r1 { stroke: #58a6ff }
        .r2 { stroke: #f0a04b }
        .d1 { fill: #58a6ff }
        .d2 { fill: #f0a04b }
        }
        </style>
        """

    private static var legend: String {
        LearningRule.allCases.enumerated().map { index, rule in
            let x = 52 + 200 * index
            return """
                <line class="line r\(index)" x1="\(x)" y1="16" x2="\(x + 28)" y2="16"/>
                <text x="\(x + 36)" y="20">\(rule.rawValue)</text>
                """
        }
        .joined(separator: "\n")
    }
}

/// What the height of a column of panels means: the same in each, so that they can be compared.
private struct Scale {
    static let steps = 4

    let lowest: Double
    let step: Double

    /// Whole steps of 0.005 from a whole step on, so that the labels are round.
    init(of values: [Double]) {
        let floor = ((values.min() ?? 0) / 0.005).rounded(.down)
        let steps = (((values.max() ?? 1) / 0.005 - floor) / Double(Self.steps)).rounded(.up)
        lowest = floor * 0.005
        step = 0.005 * max(1, steps)
    }

    /// Where a value lies between the lowest, 0, and the highest, 1.
    func height(of value: Double) -> Double { (value - lowest) / (step * Double(Self.steps)) }
}

/// One pair of axes with a line for each rule.
private struct Panel {
    static let width = 300.0
    static let height = 150.0
    static let pitch = 230.0

    let x: Double
    /// The upper edge, where the title stands.
    let y: Double
    let title: String
    let scale: Scale
    let curve: LearningCurve
    let figure: KeyPath<LearningCurve.Point, Double>

    private var bottom: Double { y + 24 + Self.height }

    var svg: String {
        """
        <text x="\(x.fixed(1))" y="\((y + 14).fixed(1))" font-weight="bold">\(title)</text>
        \(grid)
        \(ticks)
        \(lines)
        """
    }

    /// Answers by their square root, so that the first ones have room.
    private func across(_ answers: Int) -> Double {
        x + Self.width * (Double(answers) / Double(LearningCurve.answers.max() ?? 1)).squareRoot()
    }

    private func down(_ value: Double) -> Double {
        bottom - Self.height * scale.height(of: value)
    }

    private var grid: String {
        (0...Scale.steps).map { index in
            let value = scale.lowest + scale.step * Double(index)
            let height = down(value)
            let kind = index == 0 ? "axis" : "grid"
            return """
                <line class="\(kind)" x1="\(x.fixed(1))" y1="\(height.fixed(1))" \
                x2="\((x + Self.width).fixed(1))" y2="\(height.fixed(1))"/>
                <text x="\((x - 8).fixed(1))" y="\((height + 4).fixed(1))" \
                text-anchor="end">\(value.fixed(3))</text>
                """
        }
        .joined(separator: "\n")
    }

    private var ticks: String {
        let labels = LearningCurve.answers.map { answers in
            """
            <line class="axis" x1="\(across(answers).fixed(1))" y1="\(bottom.fixed(1))" \
            x2="\(across(answers).fixed(1))" y2="\((bottom + 5).fixed(1))"/>
            <text x="\(across(answers).fixed(1))" y="\((bottom + 19).fixed(1))" \
            text-anchor="middle">\(answers)</text>
            """
        }
        let name = """
            <text x="\((x + Self.width / 2).fixed(1))" y="\((bottom + 36).fixed(1))" \
            text-anchor="middle">answers given (square-root scale)</text>
            """
        return (labels + [name]).joined(separator: "\n")
    }

    private var lines: String {
        LearningRule.allCases.enumerated().map { index, rule in
            let places = LearningCurve.answers.compactMap { answers in
                curve.point(rule, after: answers).map { point in
                    (across(answers).fixed(1), down(point[keyPath: figure]).fixed(1))
                }
            }
            let path = places.map { "\($0.0),\($0.1)" }.joined(separator: " ")
            let dots = places.map { place in
                "<circle class=\"d\(index)\" cx=\"\(place.0)\" cy=\"\(place.1)\" r=\"3\"/>"
            }
            return (["<polyline class=\"line r\(index)\" points=\"\(path)\"/>"] + dots)
                .joined(separator: "\n")
        }
        .joined(separator: "\n")
    }
}
