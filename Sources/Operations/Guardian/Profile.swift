public import Contract
import Guardian
import Kernel
import Ledger
import Store

extension GuardianOperations {
    /// Tells how a member wants to spend.
    ///
    /// - Throws: ``Problem`` `notFound` when `user_id` names nobody the caller may look at;
    ///   `unauthenticated`; `DatabaseError`.
    public func getProfile(
        _ input: API.Guardian.SubjectRequest,
        _ call: Call
    ) async throws -> API.Guardian.Profile {
        try await reading(call) { session, membership in
            let member = try Self.subject(input.userID, membership, in: session)
            return API.Guardian.Profile(try Profiles.find(of: member, in: session))
        }
    }

    /// Sets how a member wants to spend.
    ///
    /// - Throws: ``Problem`` `notFound` when `user_id` names nobody the caller may speak for;
    ///   `unauthenticated`; ``ReplayedAnswer``; `DatabaseError`.
    public func setProfile(
        _ input: API.Guardian.ProfileRequest,
        _ call: Call
    ) async throws -> API.Guardian.Profile {
        let record = ProfileRecord(
            profile: input.profile.profile,
            monthlyIncomeMinor: input.monthlyIncomeCents
        )
        return try await writing(call) { session, membership in
            let member = try Self.subject(input.userID, membership, in: session)
            try Profiles.set(record, of: member, now: call.now, in: session)
            let income = String(record.monthlyIncomeMinor)
            let body = [
                JSON.Member("profile", .string(record.profile.rawValue)),
                JSON.Member("monthly_income_minor", .number(income)),
            ]
            try Self.recordEdit(.profileSet, of: member.text, body, membership, call, in: session)
            return API.Guardian.Profile(record)
        }
    }
}

extension API.Guardian.SpendingProfile {
    /// The domain's word.
    fileprivate var profile: SpendingProfile {
        switch self {
        case .saver: .saver
        case .average: .average
        case .spender: .spender
        }
    }
}

extension API.Guardian.Profile {
    fileprivate init(_ record: ProfileRecord) {
        let profile: API.Guardian.SpendingProfile =
            switch record.profile {
            case .saver: .saver
            case .average: .average
            case .spender: .spender
            }
        self.init(profile: profile, monthlyIncomeCents: record.monthlyIncomeMinor)
    }
}
