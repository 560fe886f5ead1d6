extension API.Guardian {
    /// Whom a question is about, when it asks for nothing else.
    public struct SubjectRequest: WireInput, SnakeCaseKeys, Equatable {
        /// The child; the caller when left out.
        public let userID: MemberReference?

        /// Makes a request.
        public init(userID: MemberReference? = nil) {
            self.userID = userID
        }
    }
}
