import type {Actor} from "../actor.ts";
import {insertContent} from "../content/content.ts";
import {sql, type Tx} from "../db.ts";
import {errorUnder, ServiceError} from "../errors.ts";
import {newId} from "../ids.ts";
import {type LayerDeps, layerOf, projectsOf} from "../projects/layers.ts";
import type {OrgProjects} from "../projects/query-project.ts";
import {holdPlaces} from "../queries/place-query.ts";
import {prepareQuery} from "../queries/prepare.ts";
import type {Prepared} from "../queries/query-memory.ts";
import type {Asking, Runner} from "../queries/runner.ts";
import {frozenNames, snapshotFields} from "../semantic/dataset/snapshot.ts";
import type {Query} from "../semantic/query.ts";
import {dropSnapshot, nameSnapshot} from "../snapshots/hold.ts";
import {MOST_SNAPSHOT_ROWS, type SnapshotFile} from "../snapshots/snapshot.ts";
import {checkDefinition} from "./definition.ts";
import {requireDataset, viewDataset} from "./find.ts";
import type {CreatedDataset, DatasetColumn, DatasetInput, DatasetWarning} from "./schemas.ts";
import {freeSlug, slugOf} from "./slug.ts";

/** Stores the rows of a new snapshot. */
export interface SnapshotWriter {
  csv(datasetId: string, csv: string): Promise<SnapshotFile>;
  /** Stores all rows of the query, or none if there are more than its limit. */
  query(datasetId: string, query: Query, prepared: Prepared): Promise<SnapshotFile>;
}

/** The snapshot writer for one caller, until that caller leaves. */
export function snapshotWriter(runner: Runner, asking: Asking): SnapshotWriter {
  return {
    csv: (datasetId, csv) => runner.storeCsv(asking, datasetId, csv),
    query: (datasetId, query, prepared) => runner.storeResult(asking, datasetId, query, prepared),
  };
}

interface Rows {
  definition: Query | null;
  columnsAs: (slug: string) => DatasetColumn[];
  file?: SnapshotFile;
  warnings?: DatasetWarning[];
}

/**
 * Creates a live dataset after its definition has compiled for the caller, or a snapshot after its rows are stored. The
 * caller must see the project; `id` is a new one.
 */
export async function createDataset(
  deps: LayerDeps,
  writer: SnapshotWriter,
  actor: Actor,
  projectId: string,
  input: DatasetInput,
  id = newId("ds"),
): Promise<CreatedDataset> {
  refuseMixed(input);
  const projects = await projectsOf(deps, actor.orgId);
  const rows =
    input.definition === undefined
      ? await freeze(deps, writer, actor, projectId, {...input, id})
      : await live(deps, actor, projects, projectId, input.definition);
  try {
    const names = await modelNames(deps, projects);
    const view = await deps.db.transaction().execute(async tx => {
      if (rows.file) await nameSnapshot(tx, id);
      await insertContent(tx, actor, "dataset", {...input, id});
      await insertDataset(tx, actor, {id, projectId, name: input.name, rows}, names);
      return viewDataset(await requireDataset(tx, actor, id, "view"));
    });
    return rows.warnings ? {...view, warnings: rows.warnings} : view;
  } catch (error) {
    if (rows.file) await dropSnapshot(deps.db, actor.orgId, id);
    throw error;
  }
}

/** Refuses inputs that do not belong to the dataset's kind. */
export function refuseMixed({kind, definition, snapshotCsv, query}: DatasetInput): void {
  const refuse = (path: string, message: string) => {
    throw new ServiceError("invalid_request", message, {errors: [{path, message}]});
  };
  if (kind === "live") {
    if (definition === undefined) {
      refuse("/definition", `A live dataset needs its "definition": a query, with its "model" at least.`);
    }
    if (snapshotCsv !== undefined)
      refuse("/snapshotCsv", `"snapshotCsv" is for datasets of the kind "snapshot".`);
    if (query !== undefined) refuse("/query", `"query" is for snapshots: a live dataset has a "definition".`);
    return;
  }
  if (definition !== undefined) {
    refuse("/definition", `"definition" is for live datasets: a snapshot freezes the result of a "query".`);
  }
  if (snapshotCsv === undefined && query === undefined) {
    refuse("/snapshotCsv", `A snapshot needs its rows: "snapshotCsv", or a "query" whose result is frozen.`);
  }
  if (snapshotCsv !== undefined && query !== undefined) {
    refuse("/query", `A snapshot has its rows from "snapshotCsv" or from "query": give one of them.`);
  }
}

async function live(
  deps: LayerDeps,
  actor: Actor,
  projects: OrgProjects,
  projectId: string,
  definition: Query,
): Promise<Rows> {
  return {definition, ...(await checkDefinition(deps, actor, projects, {projectId, definition}))};
}

async function freeze(
  deps: LayerDeps,
  writer: SnapshotWriter,
  actor: Actor,
  projectId: string,
  {id, snapshotCsv, query}: DatasetInput & {id: string},
): Promise<Rows> {
  const warnings: DatasetWarning[] = [];
  let file: SnapshotFile;
  if (query === undefined) file = await writer.csv(id, snapshotCsv ?? "");
  else {
    file = await freezeQuery(deps, writer, actor, projectId, id, query).catch(error => {
      throw underQuery(error);
    });
    const message =
      "Its rows are those that you may see, as they are now. Whoever can see the dataset sees all of them, whatever their own row access is.";
    warnings.push({code: "rows_of_author", message});
  }
  const {columns} = file;
  const columnsAs = (slug: string) => {
    const fields = snapshotFields(slug, columns);
    return columns.map((column, i) => ({...column, field: fields[i] ?? column.name}));
  };
  return {definition: null, columnsAs, file, ...(warnings.length > 0 ? {warnings} : {})};
}

async function freezeQuery(
  deps: LayerDeps,
  writer: SnapshotWriter,
  actor: Actor,
  projectId: string,
  id: string,
  query: Query,
): Promise<SnapshotFile> {
  const refuse = (path: string, message: string) =>
    new ServiceError("invalid_request", message, {errors: [{path, message}]});
  if (query.projectId !== undefined && query.projectId !== projectId) {
    throw refuse("/projectId", `The dataset is made in the project "${projectId}": its query asks that one.`);
  }
  if (query.totals)
    throw refuse("/totals", `A snapshot holds rows, and no "totals" beside them. Leave it out.`);
  // A compiled statement selects one row more than its limit, to detect that there are more. One less here selects
  // exactly the rows that were asked for.
  const limit = query.limit === undefined ? MOST_SNAPSHOT_ROWS : Math.max(0, query.limit - 1);
  const asked = {...query, projectId, limit};
  const prepared = await prepareQuery(deps, actor, asked, new Date());
  const names = frozenNames(query);
  const columns = prepared.compiled.columns.map((column, i) => ({...column, name: names[i] ?? column.name}));
  const compiled = {...prepared.compiled, columns, limit: query.limit ?? MOST_SNAPSHOT_ROWS};
  return writer.query(id, asked, {...prepared, compiled});
}

function underQuery(error: unknown): unknown {
  const isPlaced =
    error instanceof ServiceError && error.details.errors?.some(({path}) => path.startsWith("/query"));
  return isPlaced ? error : errorUnder("/query", error);
}

/**
 * Whether a name is a model or a role in any layer of the organization. Queries may use those names, so a slug must
 * differ.
 */
async function modelNames(deps: LayerDeps, projects: OrgProjects): Promise<(name: string) => boolean> {
  const layers = await Promise.all(projects.values().map(project => layerOf(deps, project)));
  return name => layers.some(({models, roles}) => models.has(name) || roles.has(name));
}

/** Of two concurrent datasets with one name, the later one takes the next slug. */
async function insertDataset(
  tx: Tx,
  actor: Actor,
  {id, projectId, name, rows}: {id: string; projectId: string; name: string; rows: Rows},
  isModel: (name: string) => boolean,
): Promise<void> {
  await holdPlaces(tx, actor, [{projectId, datasetId: null}], "");
  const wanted = slugOf(name);
  const {definition, file} = rows;
  for (;;) {
    const held = await sql<{slug: string}>`
      select slug from datasets
      where org_id = ${actor.orgId} and (slug = ${wanted} or starts_with(slug, ${`${wanted}_`}))`.execute(tx);
    const taken = new Set(held.rows.map(row => row.slug));
    const slug = freeSlug(wanted, other => taken.has(other) || isModel(other));
    const {rows: inserted} = await sql`
      insert into datasets (id, org_id, project_id, kind, slug, definition, columns, row_count, size_bytes)
      values (${id}, ${actor.orgId}, ${projectId}, ${definition === null ? "snapshot" : "live"}, ${slug},
        ${definition === null ? null : JSON.stringify(definition)}, ${JSON.stringify(rows.columnsAs(slug))},
        ${file?.rowCount ?? null}, ${file?.sizeBytes ?? null})
      on conflict (org_id, slug) do nothing returning id`.execute(tx);
    if (inserted.length > 0) return;
  }
}
