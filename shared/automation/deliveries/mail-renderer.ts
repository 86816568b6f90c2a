import type {RenderedMail, Report} from "../../core/wire/mail-report.ts";
import type {Asking} from "../../querying/queries/query-runner.ts";

/**
 * The context of a request to render a mail. It names only the organization, because the mail's rows have already been
 * read.
 */
export type MailAsking = Pick<Asking, "requestId" | "signal"> & {actor: Pick<Asking["actor"], "orgId">};

export interface MailRenderer {
  /** Renders a mail. Rows and parts beyond its size limit are left out, with a note in the mail. */
  renderMail(asking: MailAsking, report: Report): Promise<RenderedMail>;
}
