import Contract
import Guardian
import Kernel
public import Store

/// A stored decision with its facts, as one JSON document outside of any database.
///
/// The facts alone give the decision again: see ``explained()``. The document says nothing of where
/// the member was but which fences were near.
public struct DecisionFile: Sendable, Equatable {
    /// The decision.
    public let record: DecisionRecord

    /// Makes a document of a decision.
    public init(_ record: DecisionRecord) {
        self.record = record
    }

    /// Reads a document, strictly: what is missing, unknown, of another type or against a rule of
    /// the facts is refused by its name.
    ///
    /// - Throws: ``DecisionFileFault``.
    public init(_ bytes: some Sequence<UInt8>) throws(DecisionFileFault) {
        let json: JSON
        do {
            json = try JSONParser.parse(bytes)
        } catch {
            throw DecisionFileFault("byte \(error.offset)", error.reason)
        }
        var document = try DecisionFileReader(json, at: "")
        var facts = try document.object("facts")
        let purchase = try PurchaseFacts(&facts)
        record = DecisionRecord(
            id: try document.id("id"),
            household: try document.id("household_id"),
            member: try document.id("member_id"),
            merchant: try document.text("merchant"),
            categorySource: try document.text("category_source"),
            facts: purchase,
            answer: try document.text("answer"),
            reason: try document.text("reason"),
            message: document.has("message") ? try document.text("message") : nil,
            trace: try document.text("trace"),
            decidedAt: Timestamp(milliseconds: try document.integer("decided_at_ms")),
            policies: try AskedPolicies(of: purchase, &document)
        )
        try facts.requireEnd()
        try document.requireEnd()
    }

    /// The document's JSON, ended by a line feed.
    ///
    /// The trace is in it as text, not as a list, so that not one byte of it is changed.
    public var text: String {
        let members: [JSON.Member?] = [
            .init("id", .string(record.id.text)),
            .init("household_id", .string(record.household.text)),
            .init("member_id", .string(record.member.text)),
            .init("decided_at_ms", .number(String(record.decidedAt.milliseconds))),
            .init("merchant", .string(record.merchant)),
            .init("category_source", .string(record.categorySource)),
            record.policies.map { .init("policies_version", .number(String($0.version))) },
            .init("facts", record.facts.document),
            .init("answer", .string(record.answer)),
            .init("reason", .string(record.reason)),
            record.message.map { .init("message", .string($0)) },
            .init("trace", .string(record.trace)),
        ]
        return JSON.object(members.compactMap(\.self)).text + "\n"
    }
}

extension AskedPolicies {
    /// What is stored beside a decision with these facts; a version is there with policies alone.
    fileprivate convenience init?(
        of facts: PurchaseFacts,
        _ document: inout DecisionFileReader
    ) throws(DecisionFileFault) {
        let hasVersion = document.has("policies_version")
        guard hasVersion == (facts.policies != nil) else {
            let rule = hasVersion ? "is not known here" : "is required beside policies"
            throw document.fault("policies_version", rule)
        }
        guard hasVersion else { return nil }
        self.init(
            of: facts,
            version: try document.integer("policies_version", in: 1...Int64.max)
        )
    }
}

/// Why a document is no stored decision.
public struct DecisionFileFault: Error, Sendable, Equatable, CustomStringConvertible {
    /// The field, such as `facts.amount_minor`, or the byte where it stops being JSON.
    public let field: String
    /// What is wrong with it; never what is in it.
    public let rule: String

    init(_ field: String, _ rule: String) {
        self.field = field
        self.rule = rule
    }

    /// The sentence that names the field.
    public var description: String { "\(field) \(rule)" }
}
