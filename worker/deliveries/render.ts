import {mailSections, sourceSection} from "../../shared/agents/report/mail-sections.ts";
import {NO_VALUE} from "../../shared/charts/vega/format.ts";
import {asOfLine, assembleReport} from "../../shared/deliveries/assemble-report.ts";
import {
  type InlinePicture,
  type RanResource,
  readAtOf,
  reportResources,
  runResources,
} from "../../shared/deliveries/build-report.ts";
import type {DeliveryDefinition} from "../../shared/deliveries/definition.ts";
import type {Found} from "../../shared/deliveries/found.ts";
import {isFileCut, type RanPart, SHOWN_ROWS} from "../../shared/deliveries/run-part.ts";
import type {DeliveryFile} from "../../shared/deliveries/schemas.ts";
import {type KeptStatement, statementOf} from "../../shared/deliveries/statements.ts";
import {filterLines, firstOf, inMegabytes} from "../../shared/deliveries/words.ts";
import {inLanes} from "../../shared/lanes.ts";
import {oneLine} from "../../shared/one-line.ts";
import type {Asking, Runner} from "../../shared/queries/runner.ts";
import type {Report} from "../../shared/wire/mail-report.ts";
import type {DeliveryFiles} from "../storage/deliveries/files.ts";
import {hashOfRows, missesRows, missesThreshold} from "./conditions.ts";
import {type MadeFile, makeFiles} from "./make-files.ts";
import {MAIL_FILE, STOP_TOKEN, type StoredMail} from "./stored-mail.ts";

/** Codes of failures that pass by themselves. */
const PASSING: ReadonlySet<string> = new Set([
  "connection_failed",
  "worker_unavailable",
  "database_unavailable",
]);
/** Of the record of all statements. */
const MOST_STATEMENT_CHARACTERS = 2_000_000;
/** Pictures. */
const STORED_AT_ONCE = 4;
/** Lines about files. */
const MOST_NOTES = 50;
/** Of all attachments together. */
const MOST_ATTACHED_BYTES = 20_000_000;

export interface Rendering {
  runner: Runner;
  asking: Asking;
  files: DeliveryFiles;
  baseUrl: string;
  delivery: {id: string; name: string; trigger: string; slot: Date; definition: DeliveryDefinition};
  /** The name of whom the reader has the mail from. */
  owner: string;
  /** The hash of the rows of the last delivery. */
  lastHash: string | null;
  /** Whether a warehouse that cannot be reached may be asked again later. */
  mayWait: boolean;
}

export interface Rendered {
  ran: RanResource[];
  files: DeliveryFile[];
  statements: KeptStatement[];
  hash: string;
}

/**
 * Runs what a delivery sends, and stores its mail and its files: from then on every attempt sends the same bytes. With
 * `skipped` its condition is not met, and nothing is stored. What fails is told in the mail.
 */
export async function renderDelivery(
  rendering: Rendering,
): Promise<Rendered | {skipped: string} | {unreachable: true}> {
  const {runner, asking, delivery, lastHash} = rendering;
  const {definition, slot: now, trigger} = delivery;
  const {resources, filters, accepted, charts} = definition;
  const condition = trigger === "test" ? null : definition.condition;
  if (condition?.type === "threshold") {
    const skipped = await missesThreshold(runner, asking, condition, now);
    if (skipped !== undefined) return {skipped};
  }
  const ran = await runResources(runner, asking, {
    resources,
    filters,
    now,
    trust: accepted && {known: accepted},
    charts,
  });
  if (rendering.mayWait && ran.some(isUnreachable)) return {unreachable: true};
  const hash = hashOfRows(ran);
  const skipped = missesRows(condition, ran, {hash, lastHash});
  if (skipped !== undefined) return {skipped};
  const files = await storeMail(rendering, ran);
  const statements = ran.flatMap(({resource, parts}) =>
    parts.flatMap(part => keptStatement(resource, part, now)),
  );
  return {ran, files, statements: isRecordable(statements) ? statements : [], hash};
}

function keptStatement(
  {resourceType, resourceId}: RanResource["resource"],
  {contentType, contentId, query, prepared}: RanPart,
  now: Date,
): KeptStatement[] {
  if (!query || !prepared) return [];
  const dashboardId = resourceType === "dashboard" ? resourceId : undefined;
  const content = {type: contentType, id: contentId, dashboardId};
  return [statementOf(content, query, prepared, now)];
}

/**
 * Each statement has the schedule's filters, which may be long, and there may be thousands. Without their record the
 * files are for the principal alone whose rows they are.
 */
function isRecordable(statements: readonly KeptStatement[]): boolean {
  let left = MOST_STATEMENT_CHARACTERS;
  return statements.every(statement => {
    left -= JSON.stringify(statement).length;
    return left >= 0;
  });
}

function isUnreachable({parts}: RanResource): boolean {
  return parts.some(({problem}) => problem !== undefined && PASSING.has(problem.code));
}

async function storeMail(rendering: Rendering, ran: readonly RanResource[]): Promise<DeliveryFile[]> {
  const {runner, asking, files, baseUrl, delivery, owner} = rendering;
  const {definition, name, slot, trigger} = delivery;
  const {formats, timezone, subject} = definition;
  const readAt = readAtOf(ran, slot);
  const filtered = filterLines(definition.filters).map(line => `Filtered: ${line}`);
  const lines = [asOfLine(timezone, readAt), ...filtered];
  const making = {runner, asking, files, deliveryId: delivery.id, now: slot, lines};
  const made = await makeFiles(making, ran, formats);
  const {attached, notes: attachedNotes} = attach(made.files);
  const nameOf = (part: RanPart) => attached.find(file => file.parts?.includes(part))?.name;
  const {resources, pictures} = formats.includes("html")
    ? await reportResources(runner, asking, ran, {baseUrl, attached: nameOf})
    : {resources: bareResources(ran), pictures: []};
  if (definition.found) resources.unshift(foundSection(definition.found));
  if (definition.report) resources.unshift(reportOf(definition.report, baseUrl));
  const unsubscribeUrl = `${baseUrl}/unsubscribe?t=${STOP_TOKEN}`;
  // Without the report the failures of the resources say it.
  const faults = formats.includes("html") ? made.faults : [];
  const notes = firstOf([...faults, ...attachedNotes], MOST_NOTES);
  const frame = {name, trigger, definition, slot, owner, readAt, notes, unsubscribeUrl};
  const report = assembleReport(frame, resources);
  const {html, text} = await runner.renderMail(asking, report);
  // A mail that has no room for a part has none for its picture.
  const shown = pictures.filter(({cid}) => html.includes(`src="cid:${cid}"`));
  const isIncomplete = ran.some(({outcome}) => outcome.status === "failed");
  const mail: StoredMail = {
    subject: `${oneLine(subject ?? name)}${isIncomplete ? " (incomplete)" : ""}`,
    html,
    text,
    attachments: [
      ...shown.map(({cid}) => ({name: pictureName(cid), contentType: "image/png", cid})),
      ...attached.map(({name: file, contentType}) => ({name: file, contentType})),
    ],
  };
  await storePictures(rendering, shown);
  await files.put(asking.actor.orgId, delivery.id, MAIL_FILE, Buffer.from(JSON.stringify(mail)));
  return made.files.map(({name: file, contentType, sizeBytes}) => ({name: file, contentType, sizeBytes}));
}

/** The rows because of which an action sends it. */
function foundSection({columns, rows, count}: Found): Report["resources"][number] {
  const isNumber = columns.map((_, c) => rows.some(row => typeof row[c] === "number"));
  const table = {
    kind: "table" as const,
    columns: columns.map((label, c) => ({label, isNumber: isNumber[c] ?? false})),
    rows: rows.slice(0, SHOWN_ROWS).map(row => row.map(value => (value === null ? NO_VALUE : String(value)))),
    total: {rows: count, truncated: false},
  };
  return {title: "Rows", notes: [], sections: [table]};
}

/** What an agent has to say. */
function reportOf(
  {title, markdown, figures}: NonNullable<DeliveryDefinition["report"]>,
  baseUrl: string,
): Report["resources"][number] {
  return {title, notes: [], sections: [...mailSections(markdown, baseUrl), ...sourceSection(figures)]};
}

async function storePictures(
  {files, asking, delivery}: Rendering,
  pictures: readonly InlinePicture[],
): Promise<void> {
  await inLanes(pictures, STORED_AT_ONCE, async ({cid, content}) => {
    await files.put(asking.actor.orgId, delivery.id, pictureName(cid), content);
  });
}

function pictureName(cid: string): string {
  return `.${cid.replace(/@.*/, "")}.png`;
}

/** What goes with the mail, and what is said of the files: what does not fit can be fetched. */
function attach(files: readonly MadeFile[]): {attached: MadeFile[]; notes: string[]} {
  const attached: MadeFile[] = [];
  const notes: string[] = [];
  let left = MOST_ATTACHED_BYTES;
  for (const file of files) {
    const {name, sizeBytes, parts = []} = file;
    if (sizeBytes > left) {
      notes.push(
        `${name} (${inMegabytes(sizeBytes)}) is too large for a mail: open the report to fetch its rows.`,
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

/** Without `html` a mail names what is attached, and what has failed. */
function bareResources(ran: readonly RanResource[]): Report["resources"] {
  return ran.map(({resource, outcome}) => ({
    title: resource.name,
    notes: [],
    sections: outcome.error === undefined ? [] : [{kind: "failure", reason: outcome.error}],
  }));
}
