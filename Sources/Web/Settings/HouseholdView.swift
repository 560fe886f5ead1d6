public import Contract
public import Kernel

/// The reader's household and who belongs to it.
public struct HouseholdView: PageView {
    /// The template's name.
    public static let template = "settings-household"

    struct Member: Sendable {
        let name: String
        let role: String
        let detail: String
        let isReader: Bool
        let removing: ActionForm?
    }

    struct Invited: Sendable {
        let email: String
        let detail: String
        let withdrawing: ActionForm
    }

    /// A new invitation.
    struct Invitation: Sendable {
        let invitedEmail: String
        let code: String
        let until: String
    }

    let notices: [Notice]
    let name: String
    let timeZone: String
    let currency: String
    let since: String
    let members: [Member]
    let isParent: Bool
    let invited: [Invited]
    let hasInvited: Bool
    let inviting: ActionForm?
    let invitation: Invitation?

    /// What the page is made of.
    public struct Answers: Sendable {
        /// Who looks.
        public var reader: API.Allowance.UserResponse
        /// The household.
        public var family: API.Allowance.FamilyResponse
        /// Its currency.
        public var currency: Currency
        /// Those of it whom the reader may see.
        public var members: [API.Allowance.FamilyMember]
        /// The profiles of its children, by their sign-ins.
        public var children: [ID<Entity.Member>: ID<Entity.Child>]
        /// The open invitations, where the reader may see them.
        public var invitations: [API.Identity.Invitation]
        /// An invitation that was made just now.
        public var made: API.Identity.InvitationResponse?

        /// Gathers what the page is made of.
        public init(
            reader: API.Allowance.UserResponse,
            family: API.Allowance.FamilyResponse,
            currency: Currency,
            members: [API.Allowance.FamilyMember],
            children: [ID<Entity.Member>: ID<Entity.Child>] = [:],
            invitations: [API.Identity.Invitation] = [],
            made: API.Identity.InvitationResponse? = nil
        ) {
            self.reader = reader
            self.family = family
            self.currency = currency
            self.members = members
            self.children = children
            self.invitations = invitations
            self.made = made
        }
    }

    /// Makes the page.
    public init(
        _ answers: Answers,
        zone: Zone,
        notices: [Notice] = [],
        trouble: FormTrouble? = nil,
        formToken: String,
        _ format: PageFormat
    ) {
        let forms = HouseholdForms(
            trouble: trouble,
            email: answers.reader.email,
            formToken: formToken
        )
        let isParent = answers.reader.role == .parent
        self.notices = notices + (trouble.map { [$0.notice] } ?? [])
        self.isParent = isParent
        name = answers.family.name
        timeZone = answers.family.timeZone
        currency = answers.currency.code
        since = format.day(answers.family.createdAt.instant, in: zone)
        // Parents come in the order in which they joined, and nobody removes the first of them.
        let founder = answers.members.first { $0.role == .parent }?.userID
        members = answers.members.map { member in
            let isReader = member.userID == answers.reader.userID
            let mayGo = isParent && !isReader && member.userID != founder
            let names = [member.firstName, member.lastName].filter { !$0.isEmpty }
            let name = names.isEmpty ? member.email : names.joined(separator: " ")
            return Member(
                name: name,
                role: member.role.rawValue,
                detail: names.isEmpty ? "" : member.email,
                isReader: isReader,
                removing: mayGo
                    ? forms.removing(member, called: name, answers.children[member.userID]) : nil
            )
        }
        invited = answers.invitations.map { invitation in
            Invited(
                email: invitation.email,
                detail: "Open until \(format.day(invitation.expiresAt.instant, in: zone))",
                withdrawing: forms.withdrawing(invitation)
            )
        }
        hasInvited = !invited.isEmpty
        inviting = isParent ? forms.inviting : nil
        invitation = answers.made.map { made in
            Invitation(
                invitedEmail: made.email,
                code: made.code,
                until: format.day(made.expiresAt.instant, in: zone)
            )
        }
    }
}

/// The forms of the household's page.
private struct HouseholdForms {
    let trouble: FormTrouble?
    /// What the reader signs in with.
    let email: String
    let formToken: String

    var inviting: ActionForm {
        let invited = TextField(
            "email",
            "E-mail of the second parent",
            trouble?.typed("email", in: "invite") ?? "",
            autocomplete: "off",
            inputmode: "email",
            problem: trouble?.problem("email", in: "invite")
        )
        return ActionForm(
            SettingsPage.household.path,
            formToken: formToken,
            hidden: ["do": "invite"],
            fields: [invited, .proof(in: "invite", trouble)],
            button: "Invite",
            username: email
        )
    }

    func withdrawing(_ invitation: API.Identity.Invitation) -> ActionForm {
        ActionForm(
            SettingsPage.household.path,
            formToken: formToken,
            hidden: ["do": "withdraw", "invitation": invitation.invitationID.text],
            button: "Withdraw",
            isQuiet: true,
            asking: ActionForm.Question("Withdraw", "Its code is worth nothing any more.")
        )
    }

    /// A child is removed by its profile; a parent takes proof of who asks.
    func removing(
        _ member: API.Allowance.FamilyMember,
        called name: String,
        _ child: ID<Entity.Child>?
    ) -> ActionForm? {
        if member.role == .child {
            guard let child else { return nil }
            return ActionForm(
                SettingsPage.household.path,
                formToken: formToken,
                hidden: ["do": "child", "child": child.text],
                button: "Remove \(name)",
                isQuiet: true,
                asking: ActionForm.Question(
                    "Remove",
                    "\(name) cannot sign in any more, and what the wallet holds goes back to you."
                )
            )
        }
        let job = "parent-\(member.userID.text)"
        return ActionForm(
            SettingsPage.household.path,
            formToken: formToken,
            hidden: ["do": "parent", "member": member.userID.text],
            fields: [.proof(in: job, trouble)],
            button: "Remove \(name)",
            username: email,
            isQuiet: true,
            asking: ActionForm.Question(
                "Remove",
                "\(name) cannot sign in any more. What \(name) did stays in your records.",
                isOpen: trouble?.isIn(job) ?? false
            )
        )
    }
}
