import Hummingbird
import Kernel
import Web

/// The page that shows the parts of pages. It is for those who build pages, so only a demo has it.
///
/// Who looks is signed in: it stands in the frame, whose links, way out and manner of writing
/// figures are the reader's.
extension WebRoutes {
    func addComponents(to router: Router<PurserContext>) {
        page(
            ComponentsView.path,
            on: router,
            // Its forms do nothing.
            post: { _, _, _ in redirect(to: ComponentsView.path) },
            get: { visit, _ in
                let desk = try await desk(of: visit)
                let view = ComponentsView(
                    today: desk.zone.day(of: services.now()),
                    formToken: visit.formToken,
                    desk.format
                )
                return show(view, "Components", at: nil, desk, visit)
            }
        )
    }
}
