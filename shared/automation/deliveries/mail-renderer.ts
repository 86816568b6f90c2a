import type {RenderedMail, Report} from "../../core/wire/mail-report.ts";
import type {QueryContext} from "../../querying/queries/query-runner.ts";

/**
 * The context of a request to render a mail. It names only the organization, because the mail's rows have already been
 * read.
 */
export type MailContext = Pick<QueryContext, "requestId" | "signal"> & {
  actor: Pick<QueryContext["actor"], "orgId">;
};

export interface MailRenderer {
  /** Renders a mail. Rows and parts beyond its size limit are left out, with a note in the mail. */
  renderMail(context: MailContext, report: Report): Promise<RenderedMail>;
}
