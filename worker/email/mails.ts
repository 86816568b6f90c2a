import {ChildPool} from "../../shared/core/children/child-pool.ts";
import type {RenderedMail, Report} from "../../shared/core/wire/mail-report.ts";

const TIMEOUT_MS = 20_000;
const MIB = 1024 * 1024;

export type MailChildren = ChildPool<Report, RenderedMail>;

export function mailChildren(): MailChildren {
  return new ChildPool({
    script: new URL("./mail-child.ts", import.meta.url),
    maxBytes: 1024 * MIB,
    maxAnswerBytes: 16 * MIB,
    timeoutMs: TIMEOUT_MS,
    timeoutMessage: `The mail took longer than ${TIMEOUT_MS / 1000} s to render. Put fewer tables and charts into it.`,
    memoryMessage: "The mail takes too much memory to render. Put fewer tables and charts into it.",
  });
}

/**
 * Renders in a child process, because templates take tens of milliseconds of CPU, in which no query would proceed.
 * Throws `invalid_request` for a mail that takes too much, and `worker_unavailable` when too many are waiting.
 */
export function renderMail(
  {mails}: {readonly mails: MailChildren},
  orgId: string,
  report: Report,
  signal: AbortSignal,
): Promise<RenderedMail> {
  return mails.run(orgId, report, signal);
}
