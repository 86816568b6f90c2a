import {rm} from "node:fs/promises";
import {failResource, type RanResource} from "../../shared/automation/deliveries/build-report.ts";
import {type PartQueryContext, partProblem} from "../../shared/automation/deliveries/part-problem.ts";
import type {RanPart} from "../../shared/automation/deliveries/run-part.ts";
import type {DeliveryFile} from "../../shared/automation/deliveries/schemas.ts";
import type {DeliveryFormat} from "../../shared/automation/schedules/schemas.ts";
import {boxOf, heightOf, NO_TILES} from "../../shared/content/dashboards/picture.ts";
import {ServiceError} from "../../shared/core/errors.ts";
import {CONTENT_TYPES, type ResultFormat} from "../../shared/core/wire/run-request.ts";
import type {DrawRequest} from "../../shared/core/workers/calls.ts";
import type {Prepared} from "../../shared/querying/layers/query-caches.ts";
import {workbookColumnsOf} from "../../shared/querying/queries/results/workbook-columns.ts";
import type {Query} from "../../shared/semantic/documents.ts";
import type {Runner} from "../../shared/surfaces/tools/tool.ts";
import {MAX_PIXELS} from "../charts/picture-children.ts";
import {type JoinedSheet, joinWorkbooks} from "../formats/join-workbooks.ts";
import type {RenderingFiles} from "./rendered-once.ts";

/** The most rows of a dataset's file; a chart's file has as many as the API returns. */
const MAX_DATASET_ROWS = 1_000_000;
type Piece = DrawRequest["pieces"][number];

/** The width of a dashboard's picture, in pixels of scale 1. */
const WIDTH = 1200;
const [CHART_WIDTH, CHART_HEIGHT] = [960, 540];

export interface Making {
  runner: Runner;
  queryContext: PartQueryContext;
  files: RenderingFiles;
  deliveryId: string;
  now: Date;
  /** The lines below the title of a PDF. */
  lines: string[];
}

/** A file, with the parts whose rows it contains. */
export interface MadeFile extends DeliveryFile {
  parts?: readonly RanPart[];
}

/** The files that were made, and a sentence for each file that is missing. */
export interface MadeFiles {
  files: MadeFile[];
  faults: string[];
}

/**
 * Makes the files of each format, and stores them. A file that cannot be made is a failure of its resource; the others
 * are still made. Rejects with a transient error.
 */
export async function makeFiles(
  making: Making,
  ran: readonly RanResource[],
  formats: readonly DeliveryFormat[],
): Promise<MadeFiles> {
  const made: MadeFiles = {files: [], faults: []};
  const names = new Set<string>();
  const nameOf = (title: string, extension: string) => {
    const stem = slugOf(title);
    for (let n = 1; ; n++) {
      const name = `${stem}${n === 1 ? "" : `-${n}`}.${extension}`;
      if (names.has(name)) continue;
      names.add(name);
      return name;
    }
  };
  const attempt = async <T>(resource: RanResource, name: string, work: () => Promise<T>) => {
    try {
      return await work();
    } catch (error) {
      const {detail} = partProblem(making.runner, making.queryContext, error, "a file of a delivery failed");
      const fault = `${name} is missing: ${detail}`;
      made.faults.push(fault);
      failResource(resource, fault);
      return undefined;
    }
  };
  const add = async (resource: RanResource, name: string, work: () => Promise<MadeFile>) => {
    const file = await attempt(resource, name, work);
    if (file !== undefined) made.files.push(file);
  };
  for (const format of formats) {
    if (format === "html") continue;
    for (const resource of ran) {
      if (format === "png" || format === "pdf") {
        if (!isDrawn(resource)) continue;
        const name = nameOf(resource.resource.name, format);
        await add(resource, name, () => drawFile(making, resource, name, format));
        continue;
      }
      const parts = resource.parts.filter(({prepared}) => prepared !== undefined);
      if (format === "xlsx" && parts.length > 1) {
        const name = nameOf(resource.resource.name, format);
        const sheetOf = (part: RanPart, path: string) => {
          const what = `${part.chart?.name ?? ""} in ${name}`;
          return attempt(resource, what, () => writeRows(making, part, format, path));
        };
        await add(resource, name, () => workbookFile(making, parts, name, sheetOf));
        continue;
      }
      for (const part of parts) {
        const name = nameOf(part.chart?.name ?? resource.resource.name, format);
        await add(resource, name, () => rowsFile(making, part, name, format));
      }
    }
  }
  return made;
}

async function rowsFile(
  making: Making,
  part: RanPart,
  name: string,
  format: "csv" | "xlsx",
): Promise<MadeFile> {
  const {queryContext, files, deliveryId} = making;
  const path = files.temporaryPath(format);
  try {
    const {contentType} = await writeRows(making, part, format, path);
    const sizeBytes = await files.put(queryContext.actor.orgId, deliveryId, name, {path});
    return {name, contentType, sizeBytes, parts: [part]};
  } finally {
    await rm(path, {force: true});
  }
}

/** The rows of a part as a file, with the properties that a workbook of several parts also needs. */
interface WrittenRows {
  contentType: string;
  formats: string[];
}

async function writeRows(
  {runner, queryContext}: Making,
  part: RanPart,
  format: "csv" | "xlsx",
  path: string,
): Promise<WrittenRows> {
  const {query, prepared} = await allRows(part);
  // Cells that a spreadsheet would take for formulas are made harmless, because people open these files.
  const written: ResultFormat = format === "csv" ? "csv_safe" : "xlsx";
  const {body} = await runner.run(queryContext, query, prepared, written);
  await (body instanceof Uint8Array ? Bun.write(path, body) : Bun.write(path, new Response(body)));
  const formats = workbookColumnsOf(prepared.compiled).flatMap(look => look.format ?? []);
  return {contentType: CONTENT_TYPES[written], formats: [...new Set(formats)]};
}

/** One workbook with a sheet for each part; parts that cannot be made are left out. */
async function workbookFile(
  {queryContext, files, deliveryId}: Making,
  parts: readonly RanPart[],
  name: string,
  sheetOf: (part: RanPart, path: string) => Promise<WrittenRows | undefined>,
): Promise<MadeFile> {
  const paths = [files.temporaryPath("xlsx"), ...parts.map(() => files.temporaryPath("xlsx"))] as const;
  const [whole, ...own] = paths;
  try {
    const sheets: JoinedSheet[] = [];
    const held: RanPart[] = [];
    for (const [i, part] of parts.entries()) {
      const path = own[i] ?? "";
      const written = await sheetOf(part, path);
      if (written === undefined) continue;
      held.push(part);
      sheets.push({name: part.chart?.name ?? "", path, formats: written.formats});
    }
    if (sheets.length === 0) throw new ServiceError("upstream_error", "None of the sheets could be created.");
    await joinWorkbooks(sheets, whole);
    const sizeBytes = await files.put(queryContext.actor.orgId, deliveryId, name, {path: whole});
    return {name, contentType: CONTENT_TYPES.xlsx, sizeBytes, parts: held};
  } finally {
    await Promise.all(paths.map(path => rm(path, {force: true})));
  }
}

/** A chart's own query; for a dataset a query for all of its rows, because a mail shows only some. */
async function allRows({
  contentType,
  query,
  prepared,
  prepareFirst,
}: RanPart): Promise<{query: Query; prepared: Prepared}> {
  if (!query || !prepared) throw new Error("a part that cannot be run has no file");
  if (contentType === "chart") return {query, prepared};
  return {query: {...query, limit: MAX_DATASET_ROWS}, prepared: await prepareFirst(MAX_DATASET_ROWS)};
}

async function drawFile(
  {runner, queryContext, files, deliveryId, lines}: Making,
  {resource, parts}: RanResource,
  name: string,
  format: "png" | "pdf",
): Promise<MadeFile> {
  const isDashboard = resource.resourceType === "dashboard";
  const places = parts.map(({place}) => place);
  const size = isDashboard
    ? {width: WIDTH, height: heightOf(places, WIDTH)}
    : {width: CHART_WIDTH, height: CHART_HEIGHT};
  const pieces = parts.map(
    (part): Piece => ({
      ...(isDashboard ? boxOf(part.place, WIDTH) : {x: 0, y: 0, ...size}),
      drawing: part.drawing ?? {title: part.chart?.name ?? "", message: part.problem?.detail ?? ""},
    }),
  );
  const empty: Piece = {x: 0, y: 0, ...size, drawing: {title: "", message: NO_TILES}};
  const isTitled = isDashboard || format === "pdf";
  const {content} = await runner.draw(queryContext, {
    format,
    scale: format === "png" ? scaleOf(size) : 1,
    ...size,
    theme: "light",
    ...(isTitled ? {title: resource.name} : {}),
    ...(format === "pdf" ? {lines} : {}),
    pieces: pieces.length > 0 ? pieces : [empty],
  });
  const bytes = Buffer.from(content, "base64");
  const sizeBytes = await files.put(queryContext.actor.orgId, deliveryId, name, bytes);
  return {name, contentType: format === "png" ? "image/png" : "application/pdf", sizeBytes};
}

/** Whether the resource has anything to draw: a chart, or the message of a dashboard without tiles. */
function isDrawn({parts, outcome}: RanResource): boolean {
  return parts.some(part => part.drawing) || (parts.length === 0 && outcome.status === "succeeded");
}

/** Scale 2, or 1 for a dashboard that is so high that it would have too many pixels. */
function scaleOf({width, height}: Pick<DrawRequest, "width" | "height">): number {
  return width * height * 2 ** 2 <= MAX_PIXELS ? 2 : 1;
}

/** A file name that every operating system accepts. */
function slugOf(title: string): string {
  const plain = title
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "");
  return plain.slice(0, 60) || "report";
}
