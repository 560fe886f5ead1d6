extension Array {
    /// Makes room for a place.
    mutating func grow(toHold place: Int, _ element: @autoclosure () -> Element) {
        while count <= place { append(element()) }
    }
}
