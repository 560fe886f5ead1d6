import SQL

extension DatabaseError {
    /// Reads a SQLSTATE and the server's primary message.
    ///
    /// The detail and the hint are never asked for, because they quote rows; and the message of a
    /// data exception (class 22) quotes the value itself, so it is left out.
    init(state: String, message: String?) {
        let reason = state.hasPrefix("22") ? "a value does not fit its place" : message
        self.init(Code(state: state), reason ?? "the server refused", engineCode: state)
    }

    /// The outcome of the write is unknown: the connection is gone.
    static func unknownOutcome(_ cause: DatabaseError) -> DatabaseError {
        DatabaseError(
            .unavailable,
            "lost during COMMIT, so the write may have been done: \(cause.reason)",
            engineCode: "08007",
            isUndecided: true
        )
    }
}

extension DatabaseError.Code {
    /// Sorts a SQLSTATE (PostgreSQL 15 manual, appendix A).
    init(state: String) {
        self =
            switch state {
            case "23505": .unique
            case "40001", "40P01": .conflict
            case "40003": .unavailable
            // A protocol violation is a mistake in our message, not trouble of the connection.
            case "08P01": .statement
            case "57014", "25P03", "55P03": .timeout
            case "53100": .full
            case "XX001", "XX002": .corrupt
            default: Self(stateClass: state.prefix(2))
            }
    }

    private init(stateClass: Substring) {
        self =
            switch stateClass {
            case "23": .constraint
            case "08", "28", "3D", "53", "57": .unavailable
            case "58": .io
            default: .statement
            }
    }
}
