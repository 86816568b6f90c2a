import type {RenderedMail, Report} from "../../ground/wire/mail-report.ts";
import type {Asking} from "../../querying/queries/runner.ts";

export interface MailRenderer {
  /** Renders a mail. Rows and parts beyond its size limit are left out, with a note in the mail. */
  renderMail(asking: Asking, report: Report): Promise<RenderedMail>;
}
