import {rm} from "node:fs/promises";
import {boxOf, heightOf} from "../../shared/dashboards/picture.ts";
import {failResource, type RanResource} from "../../shared/deliveries/build-report.ts";
import type {RanPart} from "../../shared/deliveries/run-part.ts";
import type {DeliveryFile} from "../../shared/deliveries/schemas.ts";
import {toldToAll} from "../../shared/deliveries/told.ts";
import {ServiceError} from "../../shared/errors.ts";
import type {Prepared} from "../../shared/layers/query-memory.ts";
import {looksOf} from "../../shared/queries/results/column-looks.ts";
import type {Asking, Runner} from "../../shared/queries/runner.ts";
import type {DeliveryFormat} from "../../shared/schedules/schemas.ts";
import type {Query} from "../../shared/semantic/query.ts";
import {CONTENT_TYPES, type ResultFormat} from "../../shared/wire/run-request.ts";
import type {DrawRequest} from "../../shared/workers/calls.ts";
import {type JoinedSheet, joinWorkbooks} from "../formats/join-workbooks.ts";
import type {DeliveryFiles} from "../storage/deliveries/files.ts";

/** Rows of a dataset's file; a chart's has as many as the API gives. */
const MOST_DATASET_ROWS = 1_000_000;
/** Of a dashboard as a picture, in pixels at scale 2. */
const WIDTH = 1200;
const [CHART_WIDTH, CHART_HEIGHT] = [960, 540];

export interface Making {
  runner: Runner;
  asking: Asking;
  files: DeliveryFiles;
  deliveryId: string;
  now: Date;
  /** The lines below the title of a PDF. */
  lines: string[];
}

/** A file, with the parts whose rows it holds. */
export interface MadeFile extends DeliveryFile {
  parts?: readonly RanPart[];
}

/** What was made, and a sentence for each file that is missing. */
export interface MadeFiles {
  files: MadeFile[];
  faults: string[];
}

/**
 * Makes the files of each format, and stores them. One that cannot be made is a failure of its resource, and the
 * others are made.
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
      const {detail} = toldToAll(making.runner, making.asking, error, "a file of a delivery failed");
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
        if (!resource.parts.some(part => part.drawing)) continue;
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
  const {asking, files, deliveryId} = making;
  const path = files.temporaryPath(format);
  try {
    const {contentType} = await writeRows(making, part, format, path);
    const sizeBytes = await files.put(asking.actor.orgId, deliveryId, name, {path});
    return {name, contentType, sizeBytes, parts: [part]};
  } finally {
    await rm(path, {force: true});
  }
}

/** The rows of a part, with what else a workbook of several parts needs. */
interface WrittenRows {
  contentType: string;
  formats: string[];
}

async function writeRows(
  {runner, asking}: Making,
  part: RanPart,
  format: "csv" | "xlsx",
  path: string,
): Promise<WrittenRows> {
  const {query, prepared} = await allRows(part);
  // Cells that a spreadsheet would take for formulas are made harmless: people open these files.
  const written: ResultFormat = format === "csv" ? "csv_safe" : "xlsx";
  const {body} = await runner.run(asking, query, prepared, written);
  await (body instanceof Uint8Array ? Bun.write(path, body) : Bun.write(path, new Response(body)));
  const formats = looksOf(prepared.compiled).flatMap(look => look.format ?? []);
  return {contentType: CONTENT_TYPES[written], formats: [...new Set(formats)]};
}

/** One workbook of several parts, with a sheet for each; those that cannot be made are left out. */
async function workbookFile(
  {asking, files, deliveryId}: Making,
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
    if (sheets.length === 0) throw new ServiceError("upstream_error", "None of its sheets could be made.");
    await joinWorkbooks(sheets, whole);
    const sizeBytes = await files.put(asking.actor.orgId, deliveryId, name, {path: whole});
    return {name, contentType: CONTENT_TYPES.xlsx, sizeBytes, parts: held};
  } finally {
    await Promise.all(paths.map(path => rm(path, {force: true})));
  }
}

/** The chart's own query; of a dataset all rows, not only those that a mail shows. */
async function allRows({
  contentType,
  query,
  prepared,
  prepareFirst,
}: RanPart): Promise<{query: Query; prepared: Prepared}> {
  if (!query || !prepared) throw new Error("a part that cannot be run has no file");
  if (contentType === "chart") return {query, prepared};
  return {query: {...query, limit: MOST_DATASET_ROWS}, prepared: await prepareFirst(MOST_DATASET_ROWS)};
}

async function drawFile(
  {runner, asking, files, deliveryId, lines}: Making,
  {resource, parts}: RanResource,
  name: string,
  format: "png" | "pdf",
): Promise<MadeFile> {
  const isDashboard = resource.resourceType === "dashboard";
  const places = parts.map(({place}) => place);
  const size = isDashboard
    ? {width: WIDTH, height: heightOf(places, WIDTH)}
    : {width: CHART_WIDTH, height: CHART_HEIGHT};
  const pieces = parts.map((part): DrawRequest["pieces"][number] => ({
    ...(isDashboard ? boxOf(part.place, WIDTH) : {x: 0, y: 0, ...size}),
    drawing: part.drawing ?? {title: part.chart?.name ?? "", message: part.problem?.detail ?? ""},
  }));
  const isTitled = isDashboard || format === "pdf";
  const {content} = await runner.draw(asking, {
    format,
    scale: format === "png" ? 2 : 1,
    ...size,
    theme: "light",
    ...(isTitled ? {title: resource.name} : {}),
    ...(format === "pdf" ? {lines} : {}),
    pieces,
  });
  const bytes = Buffer.from(content, "base64");
  const sizeBytes = await files.put(asking.actor.orgId, deliveryId, name, bytes);
  return {name, contentType: format === "png" ? "image/png" : "application/pdf", sizeBytes};
}

/** A file's name that every system takes. */
function slugOf(title: string): string {
  const plain = title
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "");
  return plain.slice(0, 60) || "report";
}
