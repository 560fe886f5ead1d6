import Contract
import Kernel
import Operations
import Web

extension PolicyNames {
    /// Asks for the places and goals of the reader, and for those of the children that it may see.
    ///
    /// - Throws: ``Problem``.
    init(_ visit: Visit, _ reader: API.Allowance.UserResponse) async throws {
        self.init()
        let own = try await visit.call(API.Guardian.listGeofences, API.Guardian.SubjectRequest())
        add(own, of: nil)
        let children = try await visit.call(API.Allowance.familyChildren).children
        for child in children.prefix(RulesAudience.most) {
            let isReader = child.userID == reader.userID
            let name = child.firstName.isEmpty ? child.email : child.firstName
            if !isReader {
                let subject = MemberReference(child.userID.text)
                let fences = try await visit.call(
                    API.Guardian.listGeofences,
                    API.Guardian.SubjectRequest(userID: subject)
                )
                add(fences, of: name)
            }
            let goals = try await visit.call(
                API.Allowance.listGoals,
                API.Allowance.ChildRequest(childID: child.childID)
            )
            add(goals.goals, of: isReader ? nil : name)
        }
    }
}
