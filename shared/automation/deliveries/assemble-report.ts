import type {Report} from "../../core/wire/mail-report.ts";
import type {DeliveryDefinition} from "./definition.ts";
import {filterLines, momentIn, reasonOf} from "./wording.ts";

/** The parts of a mail other than its resources. */
export interface ReportFrame {
  name: string;
  trigger: string;
  definition: Pick<DeliveryDefinition, "message" | "filters" | "cron" | "timezone">;
  slot: Date;
  /** The name of the principal whose rows the mail has. */
  owner: string;
  /** The name of the principal who requested the mail. */
  sender?: string | undefined;
  /** When the rows were read. */
  readAt: Date;
  notes: readonly string[];
  unsubscribeUrl: string;
}

export function assembleReport(frame: ReportFrame, resources: Report["resources"]): Report {
  const {name, trigger, definition, slot, notes, unsubscribeUrl} = frame;
  const {message, filters, timezone} = definition;
  const openUrl = resources.find(({url}) => url !== undefined)?.url;
  return {
    title: name,
    ...(trigger === "schedule" ? {period: `Due ${momentIn(timezone, slot)}`} : {}),
    ...(message === null ? {} : {message}),
    filters: filterLines(filters),
    asOf: asOfLine(timezone, frame.readAt),
    resources,
    notes: [...notes],
    reason: reasonOf(trigger, name, frame, definition),
    ...(openUrl === undefined ? {} : {openUrl}),
    unsubscribeUrl,
  };
}

export function asOfLine(timezone: string, readAt: Date): string {
  return `Data of ${momentIn(timezone, readAt)}`;
}
