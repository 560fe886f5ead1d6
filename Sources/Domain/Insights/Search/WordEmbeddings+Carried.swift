import CData

extension WordEmbeddings {
    /// The table that the program carries, `data/embeddings.bin`, read when it is first asked for.
    ///
    /// A mistake in the files is ours, so it ends the program; the tests read them.
    public static let carried: WordEmbeddings = {
        do {
            return try WordEmbeddings(table: carriedTable, vocabulary: carriedVocabulary)
        } catch {
            preconditionFailure("the carried embeddings: \(error)")
        }
    }()

    static var carriedTable: [UInt8] {
        Array(UnsafeBufferPointer(start: purser_embeddings(), count: purser_embeddings_size()))
    }

    static var carriedVocabulary: [UInt8] { Array(String(cString: purser_embedding_words()).utf8) }
}
