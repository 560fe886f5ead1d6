import Contract
import HTTPTypes
import Hummingbird
import Kernel
import Operations
import Web

/// The household and who belongs to it, and what is kept of its reader.
extension WebRoutes {
    func showHousehold(
        _ visit: Visit,
        made: API.Identity.InvitationResponse? = nil,
        notices: [Notice] = [],
        trouble: FormTrouble? = nil,
        _ status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        let desk = try await desk(of: visit)
        var answers = HouseholdView.Answers(
            reader: desk.reader,
            family: desk.family,
            currency: desk.currency,
            members: try await visit.call(API.Allowance.familyMembers).members,
            made: made
        )
        if desk.reader.role == .parent {
            let children = try await visit.call(API.Allowance.familyChildren).children
            answers.children = Dictionary(
                children.map { ($0.userID, $0.childID) },
                uniquingKeysWith: { first, _ in first }
            )
            answers.invitations =
                try await visit.call(API.Identity.listInvitations).invitations
        }
        let view = HouseholdView(
            answers,
            zone: desk.zone,
            notices: notices,
            trouble: trouble,
            formToken: visit.formToken,
            desk.format
        )
        return settings(view, SettingsPage.household.title, desk, visit, status)
    }

    func settleHousehold(_ form: PageForm, _ visit: Visit) async throws -> Response {
        let job = form["do"]
        // The page has a form for each parent.
        let name = job == "parent" ? "parent-\(form["member"])" : job
        return try await settle(name, typed: ["email": form["email"]]) {
            guard job != "invite" else { return try await invite(form, visit) }
            try await changeHousehold(job, form, visit)
            return redirect(to: .household, done: job)
        } otherwise: { trouble, status in
            try await showHousehold(visit, trouble: trouble, status)
        }
    }

    /// The code is shown by this answer alone.
    private func invite(_ form: PageForm, _ visit: Visit) async throws -> Response {
        let made = try await visit.call(
            API.Identity.createInvitation,
            API.Identity.InvitationRequest(
                email: form["email"],
                password: form.password("password")
            )
        )
        return try await showHousehold(visit, made: made)
    }

    private func changeHousehold(_ job: String, _ form: PageForm, _ visit: Visit) async throws {
        switch job {
        case "withdraw":
            _ = try await visit.call(
                API.Identity.withdrawInvitation,
                API.Identity.InvitationReference(invitationID: try form.id("invitation"))
            )
        case "child":
            _ = try await visit.call(
                API.Allowance.removeChild,
                API.Allowance.ChildRequest(childID: try form.id("child"))
            )
        case "parent":
            _ = try await visit.call(
                API.Allowance.removeParent,
                API.Allowance.RemoveParentRequest(
                    memberID: try form.id("member"),
                    password: form.password("password")
                )
            )
        default: throw Problem(.notFound)
        }
    }

    func showData(
        _ visit: Visit,
        trouble: FormTrouble? = nil,
        _ status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        let desk = try await desk(of: visit)
        let view = DataView(desk.reader, trouble: trouble, formToken: visit.formToken)
        return settings(view, SettingsPage.data.title, desk, visit, status)
    }

    /// Sends the reader's transactions as a file.
    func export(_ visit: Visit, _ request: Request) async throws -> Response {
        let name = try request.queryPairs().first { $0.key == "format" }?.value ?? ""
        guard let format = API.Banking.ExportFormat(rawValue: name) else {
            throw Problem(.notFound)
        }
        return try await visit.calls.file(
            API.Banking.exportTransactions,
            API.Banking.ExportRequest(format: format),
            by: PageCaller(token: visit.token, context: visit.context)
        )
    }

    /// Deletes the reader, who types its address first.
    func deleteReader(_ form: PageForm, _ visit: Visit) async throws -> Response {
        guard form["do"] == "delete" else { throw Problem(.notFound) }
        let typed = form["confirmation"]
        return try await settle("delete", typed: ["confirmation": typed]) {
            let reader = try await visit.call(API.Allowance.currentMember)
            guard typed.filter({ !$0.isWhitespace }).lowercased() == reader.email else {
                let fault = Fault(field: "confirmation", rule: "must be your e-mail address")
                throw Problem.invalid([fault])
            }
            _ = try await visit.call(
                API.Insights.deleteUser,
                API.Insights.DeleteUserRequest(userID: reader.userID)
            )
            return toSignIn(next: WebApp.home)
        } otherwise: { trouble, status in
            try await showData(visit, trouble: trouble, status)
        }
    }
}
