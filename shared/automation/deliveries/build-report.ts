import {describeDrawing} from "../../content/charts/describe-drawing.ts";
import {type Allowance, newAllowance} from "../../content/charts/draw.ts";
import {bigNumberOf, tableOf} from "../../content/charts/figures-of.ts";
import type {PictureDrawer} from "../../content/charts/picture-drawer.ts";
import {NO_TILES} from "../../content/dashboards/picture.ts";
import {
  type Part,
  type PreparedResource,
  prepareResource,
  prepareUnsaved,
  UNSAVED_ID,
} from "../../content/resources/resource-queries.ts";
import type {UnsavedChart} from "../../content/resources/schemas.ts";
import type {Trust} from "../../content/run-as/judge-content.ts";
import {forEachConcurrently} from "../../core/for-each-concurrently.ts";
import {oneLine} from "../../core/one-line.ts";
import type {Drawing} from "../../core/wire/drawing.ts";
import type {Resource, Section} from "../../core/wire/mail-report.ts";
import type {QueryContext, QueryRunner} from "../../querying/queries/query-runner.ts";
import type {Filter} from "../../semantic/documents.ts";
import type {NamedResource} from "../schedules/resources.ts";
import {type PartQueryContext, partProblem} from "./part-problem.ts";
import {isFileCut, MAX_TABLE_ROWS, type RanPart, runPart} from "./run-part.ts";
import type {ResourceOutcome} from "./schemas.ts";

/** How many queries one delivery runs at once, and how many pictures it draws at once. */
const AT_ONCE = 8;
/**
 * The most sections of one mail. A mail has room for about this many, and drawing more would only delay other mails.
 */
const MAX_SECTIONS = 120;
/** The limit for the rows of all parts together, in bytes of text. */
const MAX_ROW_BYTES = 48 * 1024 * 1024;
/** The limit for the recorded faults of one resource, in characters. */
const MAX_REASON = 2000;
/** The size of a chart in a mail, in pixels at scale 2. */
const WIDTH = 540;
const [LOWEST, HIGHEST] = [220, 440];

/** The content of a delivery, and the settings for reading its resources. */
export interface Sending {
  title: string;
  resources: readonly NamedResource[];
  filters: readonly Filter[];
  /** The content that the principal vouches for. Without it, everything is trusted. */
  trust?: Trust | undefined;
  /** Charts that are not saved as content. */
  charts?: readonly UnsavedChart[] | undefined;
  /** The moment from which relative periods are counted. */
  now: Date;
  baseUrl: string;
}

/** A resource with its results, or with the problem that replaces them. */
export interface RanResource {
  resource: NamedResource;
  parts: RanPart[];
  outcome: ResourceOutcome;
}

/** A picture inside the mail. */
export interface InlinePicture {
  cid: string;
  content: Buffer;
}

/** Runs the queries of all resources with the rights of the principal. Rejects only with an error that may be transient. */
export async function runResources(
  runner: QueryRunner,
  queryContext: PartQueryContext,
  sending: Pick<Sending, "resources" | "filters" | "now" | "trust" | "charts">,
): Promise<RanResource[]> {
  const {resources, filters, now, trust, charts = []} = sending;
  const {actor} = queryContext;
  const ran: RanResource[] = [];
  const whole = {bytes: MAX_ROW_BYTES};
  const saved = resources.map(resource => ({
    resource,
    prepare: () => prepareResource(runner, actor, resource, filters, now, trust),
  }));
  const unsaved = charts.map(chart => ({
    resource: {resourceType: "chart" as const, resourceId: UNSAVED_ID, name: chart.name},
    prepare: () => prepareUnsaved(runner, actor, chart, now),
  }));
  for (const {resource, prepare} of [...saved, ...unsaved]) {
    const {resourceType, resourceId} = resource;
    let prepared: PreparedResource;
    try {
      prepared = await prepare();
    } catch (error) {
      const {detail} = partProblem(runner, queryContext, error, "a resource of a delivery failed");
      ran.push({resource, parts: [], outcome: {...resource, status: "failed", error: oneLine(detail)}});
      continue;
    }
    const parts = await runParts(runner, queryContext, prepared.parts, {now, whole});
    const name = prepared.name;
    const failed = parts.flatMap(({chart, problem}) =>
      problem ? [`${chart?.name ?? name}: ${problem.detail}`] : [],
    );
    const outcome: ResourceOutcome =
      failed.length === 0
        ? {resourceType, resourceId, name, status: "succeeded"}
        : {resourceType, resourceId, name, status: "failed", error: shortened(failed.join(" "))};
    ran.push({resource: {...resource, name}, parts, outcome});
  }
  return ran;
}

/** Records that a picture or a file of the resource is missing, so that the delivery does not count as complete. */
export function failResource(ran: RanResource, reason: string): void {
  const {outcome} = ran;
  const error = shortened([outcome.error, reason].filter(one => one !== undefined).join(" "));
  ran.outcome = {...outcome, status: "failed", error};
}

/** The reasons, cut to `MAX_REASON` characters. A dashboard may have a hundred tiles, each with a reason. */
function shortened(given: string): string {
  const reasons = oneLine(given);
  return reasons.length <= MAX_REASON ? reasons : `${reasons.slice(0, MAX_REASON - 1).toWellFormed()}…`;
}

async function runParts(
  runner: QueryRunner,
  queryContext: PartQueryContext,
  parts: readonly Part[],
  {now, whole}: {now: Date; whole: Allowance},
): Promise<RanPart[]> {
  const allowance = newAllowance();
  allowance.bytes = Math.min(allowance.bytes, whole.bytes);
  const given = allowance.bytes;
  const ran: RanPart[] = [];
  await forEachConcurrently(parts, AT_ONCE, async (part, index) => {
    ran[index] = await runPart(runner, queryContext, part, {allowance, now});
  });
  whole.bytes -= given - Math.max(0, allowance.bytes);
  return ran;
}

/**
 * The resources as parts of a mail, with the pictures that they refer to. `attached` returns the name of a part's file.
 * Rejects only with an error that may be transient.
 */
export async function reportResources(
  runner: QueryRunner & PictureDrawer,
  queryContext: PartQueryContext,
  ran: readonly RanResource[],
  {baseUrl, attached = () => undefined}: {baseUrl: string; attached?: (part: RanPart) => string | undefined},
): Promise<{resources: Resource[]; pictures: InlinePicture[]}> {
  const pictures: InlinePicture[] = [];
  const resources: Resource[] = [];
  const most = maxSections(ran.map(({parts}) => parts.length));
  for (const [r, whole] of ran.entries()) {
    const {resource, parts, outcome} = whole;
    const url = urlOf(baseUrl, resource);
    const sections: Section[] = [];
    const includedParts = parts.slice(0, most);
    await forEachConcurrently(includedParts, AT_ONCE, async (part, p) => {
      const cid = `picture-${r + 1}-${p + 1}@report`;
      sections[p] = await sectionOf(runner, queryContext, part, {
        cid,
        pictures,
        attached,
        isAlone: isAlone(resource),
        fail: reason => failResource(whole, reason),
      });
    });
    if (parts.length === 0) {
      const reason = outcome.error ?? NO_TILES;
      sections.push({kind: "failure", reason});
    }
    resources.push({
      title: resource.name,
      ...(url ? {url} : {}),
      notes: notesOfRest(parts.slice(most)),
      sections,
    });
  }
  pictures.sort((one, other) => one.cid.localeCompare(other.cid));
  return {resources, pictures};
}

/**
 * The mail's notes on the parts for which it has no room: the number of these parts, and the problems of those that
 * failed.
 */
function notesOfRest(rest: readonly RanPart[]): string[] {
  if (rest.length === 0) return [];
  const failed = rest.flatMap(({chart, problem}) =>
    problem ? [`${chart?.name ?? "A chart"}: ${problem.detail}`] : [],
  );
  const more = `${rest.length} more parts of this dashboard do not fit into this mail. Open the dashboard to see them.`;
  return failed.length === 0 ? [more] : [more, shortened(failed.join(" "))];
}

/** How many sections each resource may have, so that all resources together fit into a mail. */
function maxSections(counts: readonly number[]): number {
  const sumOf = (most: number) => counts.reduce((sum, count) => sum + Math.min(count, most), 0);
  let most = Math.max(1, ...counts);
  while (most > 1 && sumOf(most) > MAX_SECTIONS) most--;
  return most;
}

interface PartContext {
  cid: string;
  pictures: InlinePicture[];
  attached: (part: RanPart) => string | undefined;
  /** Whether the part is the only part of its resource and has the same name. */
  isAlone: boolean;
  /** Records that the part's picture is missing. */
  fail(reason: string): void;
}

async function sectionOf(
  runner: QueryRunner & PictureDrawer,
  queryContext: PartQueryContext,
  part: RanPart,
  context: PartContext,
): Promise<Section> {
  const {chart, drawing, problem} = part;
  const notes = part.reports.flatMap(({applied, fields, reason}) =>
    applied ? [] : [`Not filtered by ${fields.join(", ")}: ${reason}`],
  );
  const title = context.isAlone || !chart ? {} : {title: chart.name};
  const note = notes.length > 0 ? {note: notes.join(" ")} : {};
  if (!drawing)
    return {kind: "failure", ...title, ...note, reason: problem?.detail ?? "The query could not be run."};
  if (drawing.type === "table") {
    const file = context.attached(part);
    const total = {rows: drawing.rows.length, truncated: drawing.truncated};
    const table = tableOf(drawing, MAX_TABLE_ROWS);
    return {
      kind: "table",
      ...title,
      ...note,
      ...table,
      total,
      ...(file === undefined ? {} : {attached: file, isAttachedCut: isFileCut(part)}),
    };
  }
  if (drawing.type === "big_number" && drawing.rows.length > 0) {
    const figures = bigNumberOf(drawing);
    const noteText = [figures.note, note.note].filter(one => one !== undefined).join(" ");
    return {kind: "number", ...title, ...figures, ...(noteText === "" ? {} : {note: noteText})};
  }
  try {
    context.pictures.push({cid: context.cid, content: await drawPart(runner, queryContext, part, drawing)});
  } catch (error) {
    const {detail} = partProblem(runner, queryContext, error, "a picture of a delivery failed");
    context.fail(`The picture of ${chart?.name ?? "a chart"} is missing: ${detail}`);
    return {kind: "failure", ...title, ...note, reason: `${detail} ${describeDrawing(drawing)}`};
  }
  return {kind: "picture", ...title, ...note, cid: context.cid, alt: describeDrawing(drawing)};
}

async function drawPart(
  drawer: PictureDrawer,
  queryContext: QueryContext,
  {place}: RanPart,
  drawing: Drawing,
): Promise<Buffer> {
  const height = Math.round(Math.min(HIGHEST, Math.max(LOWEST, (WIDTH * place.h) / place.w)));
  const size = {width: WIDTH, height};
  const {content} = await drawer.draw(queryContext, {
    format: "png",
    scale: 2,
    ...size,
    theme: "light",
    // The chart has no title of its own, because its name is the heading above the chart.
    pieces: [{x: 0, y: 0, ...size, drawing: {...drawing, title: ""}}],
  });
  return Buffer.from(content, "base64");
}

/** The page of the resource. Datasets and charts that are not saved have no page. */
function urlOf(baseUrl: string, {resourceType, resourceId}: NamedResource): string | undefined {
  return resourceType === "dataset" || resourceId === UNSAVED_ID
    ? undefined
    : `${baseUrl}/${resourceType}s/${resourceId}`;
}

function isAlone({resourceType}: NamedResource): boolean {
  return resourceType !== "dashboard";
}

/** The time when the oldest rows were read; `otherwise` if there are none. */
export function readAtOf(ran: readonly RanResource[], otherwise: Date): Date {
  const times = ran.flatMap(({parts}) => parts.map(({readAt}) => readAt.getTime()));
  return times.length > 0 ? new Date(Math.min(...times)) : otherwise;
}
