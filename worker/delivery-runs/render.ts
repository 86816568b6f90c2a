import {mailSections, sourceSection} from "../../shared/automation/agents/report/mail-sections.ts";
import {asOfLine, assembleReport} from "../../shared/automation/deliveries/assemble-report.ts";
import {
  type InlinePicture,
  type RanResource,
  readAtOf,
  reportResources,
  runResources,
} from "../../shared/automation/deliveries/build-report.ts";
import type {DeliveryDefinition} from "../../shared/automation/deliveries/definition.ts";
import type {PartQueryContext} from "../../shared/automation/deliveries/part-problem.ts";
import {isFileCut, MAX_TABLE_ROWS, type RanPart} from "../../shared/automation/deliveries/run-part.ts";
import type {DeliveryFile} from "../../shared/automation/deliveries/schemas.ts";
import {type StoredStatement, statementOf} from "../../shared/automation/deliveries/statements.ts";
import type {Found} from "../../shared/automation/deliveries/triggering-rows.ts";
import {filterLines, firstOf, inMegabytes} from "../../shared/automation/deliveries/wording.ts";
import {NO_VALUE} from "../../shared/content/charts/vega/format.ts";
import {NO_TILES} from "../../shared/content/dashboards/picture.ts";
import {ServiceError} from "../../shared/core/errors.ts";
import {forEachConcurrently} from "../../shared/core/for-each-concurrently.ts";
import {oneLine} from "../../shared/core/one-line.ts";
import type {Report} from "../../shared/core/wire/mail-report.ts";
import type {Runner} from "../../shared/surfaces/tools/tool.ts";
import {hashOfRows, missesRows, missesThreshold} from "./conditions.ts";
import {type MadeFile, makeFiles} from "./make-files.ts";
import {RenderedElsewhere, type RenderingFiles} from "./rendered-once.ts";
import {isOutage} from "./source-outage.ts";
import {MAIL_FILE, STOP_TOKEN, type StoredMail} from "./stored-mail.ts";

/** The most characters of the recorded statements together. */
const MAX_STATEMENT_CHARACTERS = 2_000_000;
/** Pictures that are stored at once. */
const STORED_AT_ONCE = 4;
/** The most lines about files in a mail. */
const MAX_NOTES = 50;
/** The most bytes of all attachments together. */
const MAX_ATTACHED_BYTES = 20_000_000;

export interface Rendering {
  runner: Runner;
  queryContext: PartQueryContext;
  files: RenderingFiles;
  baseUrl: string;
  delivery: {id: string; name: string; trigger: string; slot: Date; definition: DeliveryDefinition};
  /** The name of the owner of the schedule, action or agent that sends the mail. */
  owner: string;
  /** The name of the person who has requested the delivery; `undefined` for one that was due. */
  sender: string | undefined;
  /** The hash of the rows of the last delivery. */
  lastHash: string | null;
  /** Whether the delivery may be retried later if a warehouse cannot be reached. */
  mayWait: boolean;
  /** Whether the delivery may be retried later if a file, a picture or the mail itself cannot be made or stored. */
  mayStoreLater: boolean;
}

export interface Rendered {
  ran: RanResource[];
  files: DeliveryFile[];
  statements: StoredStatement[];
  hash: string;
}

/**
 * Runs what a delivery sends, and stores its mail and its files, so that every attempt afterwards sends the same bytes.
 * With `skipped` the delivery's condition is not met, and nothing is stored. Failures are reported in the mail. Rejects
 * with a transient failure while another attempt can follow.
 */
export async function renderDelivery(rendering: Rendering): Promise<Rendered | {skipped: string}> {
  const {runner, delivery, lastHash, mayWait, mayStoreLater} = rendering;
  const mayPass = (error: unknown) =>
    error instanceof RenderedElsewhere ||
    (mayWait ? isOutage(error) : mayStoreLater && isStorageUnavailable(error));
  const queryContext: PartQueryContext = {...rendering.queryContext, mayPass};
  const {definition, slot: now, trigger} = delivery;
  const {resources, filters, accepted, charts} = definition;
  const condition = trigger === "test" ? null : definition.condition;
  if (condition?.type === "threshold") {
    const skipped = await missesThreshold(runner, queryContext, condition, now);
    if (skipped !== undefined) return {skipped};
  }
  const ran = await runResources(runner, queryContext, {
    resources,
    filters,
    now,
    trust: accepted && {accepted},
    charts,
  });
  const hash = hashOfRows(ran);
  const skipped = missesRows(condition, ran, {hash, lastHash});
  if (skipped !== undefined) return {skipped};
  const files = await storeMail({...rendering, queryContext}, ran);
  const statements = ran.flatMap(({resource, parts}) =>
    parts.flatMap(part => statementToStore(resource, part, now)),
  );
  return {ran, files, statements: isRecordable(statements) ? statements : [], hash};
}

function statementToStore(
  {resourceType, resourceId}: RanResource["resource"],
  {contentType, contentId, query, prepared}: RanPart,
  now: Date,
): StoredStatement[] {
  if (!query || !prepared) return [];
  const dashboardId = resourceType === "dashboard" ? resourceId : undefined;
  const content = {type: contentType, id: contentId, dashboardId};
  return [statementOf(content, query, prepared, now)];
}

/**
 * Whether the statements are short enough to be recorded. Each contains the schedule's filters, which may be long, and
 * there may be thousands. Without the record only the principal, whose rows they contain, may read the files.
 */
function isRecordable(statements: readonly StoredStatement[]): boolean {
  let left = MAX_STATEMENT_CHARACTERS;
  return statements.every(statement => {
    left -= JSON.stringify(statement).length;
    return left >= 0;
  });
}

function isStorageUnavailable(error: unknown): boolean {
  return error instanceof ServiceError && error.code === "worker_unavailable";
}

async function storeMail(rendering: Rendering, ran: readonly RanResource[]): Promise<DeliveryFile[]> {
  const {runner, queryContext, files, baseUrl, delivery, owner, sender} = rendering;
  const {definition, name, slot, trigger} = delivery;
  const {formats, timezone, subject} = definition;
  const readAt = readAtOf(ran, slot);
  const filtered = filterLines(definition.filters).map(line => `Filtered: ${line}`);
  const lines = [asOfLine(timezone, readAt), ...filtered];
  const making = {runner, queryContext, files, deliveryId: delivery.id, now: slot, lines};
  const made = await makeFiles(making, ran, formats);
  const {attached, notes: attachedNotes} = attach(made.files);
  const nameOf = (part: RanPart) => attached.find(file => file.parts?.includes(part))?.name;
  const {resources, pictures} = formats.includes("html")
    ? await reportResources(runner, queryContext, ran, {baseUrl, attached: nameOf})
    : {resources: bareResources(ran), pictures: []};
  if (definition.found) resources.unshift(foundSection(definition.found));
  if (definition.report) resources.unshift(reportOf(definition.report, baseUrl));
  const unsubscribeUrl = `${baseUrl}/unsubscribe?t=${STOP_TOKEN}`;
  // A mail without the `html` format lists the failures of its resources instead.
  const faults = formats.includes("html") ? made.faults : [];
  const notes = firstOf([...faults, ...attachedNotes], MAX_NOTES);
  const frame = {name, trigger, definition, slot, owner, sender, readAt, notes, unsubscribeUrl};
  const report = assembleReport(frame, resources);
  const {html, text} = await runner.renderMail(queryContext, report);
  // The picture of a part that did not fit into the mail is left out, too.
  const embeddedPictures = pictures.filter(({cid}) => html.includes(`src="cid:${cid}"`));
  const isIncomplete = ran.some(({outcome}) => outcome.status === "failed");
  const mail: StoredMail = {
    subject: `${oneLine(subject ?? name)}${isIncomplete ? " (incomplete)" : ""}`,
    html,
    text,
    attachments: [
      ...embeddedPictures.map(({cid}) => ({name: pictureName(cid), contentType: "image/png", cid})),
      ...attached.map(({name: file, contentType}) => ({name: file, contentType})),
    ],
  };
  await storePictures(rendering, embeddedPictures);
  await files.put(queryContext.actor.orgId, delivery.id, MAIL_FILE, Buffer.from(JSON.stringify(mail)));
  return made.files.map(({name: file, contentType, sizeBytes}) => ({name: file, contentType, sizeBytes}));
}

/** The section with the rows for which an action sends the delivery. */
function foundSection({columns, rows, count}: Found): Report["resources"][number] {
  const isNumber = columns.map((_, c) => rows.some(row => typeof row[c] === "number"));
  const table = {
    kind: "table" as const,
    columns: columns.map((label, c) => ({label, isNumber: isNumber[c] ?? false})),
    rows: rows
      .slice(0, MAX_TABLE_ROWS)
      .map(row => row.map(value => (value === null ? NO_VALUE : String(value)))),
    total: {rows: count, truncated: false},
  };
  return {title: "Rows", notes: [], sections: [table]};
}

/** The section with an agent's report. */
function reportOf(
  {title, markdown, figures}: NonNullable<DeliveryDefinition["report"]>,
  baseUrl: string,
): Report["resources"][number] {
  return {title, notes: [], sections: [...mailSections(markdown, baseUrl), ...sourceSection(figures)]};
}

async function storePictures(
  {files, queryContext, delivery}: Rendering,
  pictures: readonly InlinePicture[],
): Promise<void> {
  await forEachConcurrently(pictures, STORED_AT_ONCE, async ({cid, content}) => {
    await files.put(queryContext.actor.orgId, delivery.id, pictureName(cid), content);
  });
}

function pictureName(cid: string): string {
  return `.${cid.replace(/@.*/, "")}.png`;
}

/**
 * Chooses the files to attach, and writes a note about each file. The note of a file that does not fit says where its
 * rows are.
 */
function attach(files: readonly MadeFile[]): {attached: MadeFile[]; notes: string[]} {
  const attached: MadeFile[] = [];
  const notes: string[] = [];
  let left = MAX_ATTACHED_BYTES;
  for (const file of files) {
    const {name, sizeBytes, parts = []} = file;
    if (sizeBytes > left) {
      notes.push(
        `${name} (${inMegabytes(sizeBytes)}) is too large for a mail. Open the report to fetch its rows.`,
      );
      continue;
    }
    left -= sizeBytes;
    attached.push(file);
    const cut = parts.filter(isFileCut);
    const of = parts.length > 1 ? ` of ${cut.map(({chart}) => chart?.name ?? "").join(", ")}` : "";
    notes.push(
      `Attached: ${name}${cut.length > 0 ? `, which has the first rows only${of}: there are more` : ""}`,
    );
  }
  return {attached, notes};
}

/** The resources of a mail without `html`, which names the attachments, the failures and what is empty. */
function bareResources(ran: readonly RanResource[]): Report["resources"] {
  return ran.map(({resource, parts, outcome}) => {
    const reason = outcome.error ?? (parts.length === 0 ? NO_TILES : undefined);
    return {
      title: resource.name,
      notes: [],
      sections: reason === undefined ? [] : [{kind: "failure", reason}],
    };
  });
}
