import type {GraphNote} from "../../shared/core/wire/catalog.ts";
import type {Calls} from "../../shared/core/workers/calls.ts";
import type {Model} from "../../shared/semantic/documents.ts";
import {ADAPTERS} from "../warehouses/adapters.ts";
import type {WarehouseTable} from "../warehouses/tables.ts";
import type {Warehouse} from "../warehouses/warehouse.ts";
import {checkTargets, type ToOneTarget} from "./check-targets.ts";
import {findBookkeeping} from "./find-bookkeeping.ts";
import {findDates} from "./find-dates.ts";
import {findKeys} from "./find-keys.ts";
import {findUnits} from "./find-units.ts";
import {haveSecret, hideSecrets} from "./hide-secrets.ts";
import {findJoins} from "./joins-by-name.ts";
import {isUnique, type ProposedJoin, proposeJoins} from "./joins-of-foreign-keys.ts";
import {nameModels} from "./names.ts";
import {notCheckedNote, Probing} from "./probing.ts";
import {type Fields, proposeFields} from "./propose-fields.ts";
import {selectTables} from "./select.ts";

/** The time limit for all statements of one step, however many tables there are. */
const STEP_BUDGET_MS = 10_000;

type Selection = Pick<Calls["introspect"]["request"], "schemas" | "tables" | "inferJoins">;

/**
 * Proposes a layer as a careful analyst would begin it: a model per table with its key, a dimension per column, a few
 * measures and, on request, joins from foreign keys. Where tables share a name, the table in the first of `schemas`
 * keeps it. `home` is the schema of tables requested without one. Statements that read the data have a time limit, and
 * checks skipped because of it are noted.
 */
export async function introspect(
  warehouse: Warehouse,
  catalog: readonly WarehouseTable[],
  selection: Selection,
  schemas: readonly string[],
  home: string | undefined,
  signal: AbortSignal,
): Promise<Calls["introspect"]["answer"]> {
  const notes: GraphNote[] = [];
  const tables = selectTables(catalog, selection, home);
  const models = nameModels(tables, schemas, notes);
  findBookkeeping(models, notes);
  const probing = () => new Probing(warehouse, signal, STEP_BUDGET_MS);
  await findKeys(probing(), models, notes);
  const fields = new Map<WarehouseTable, Fields>();
  const {expressions} = ADAPTERS[warehouse.dialect];
  for (const [table, name] of models) {
    fields.set(table, proposeFields(table, name, expressions, notes));
  }
  const joins = selection.inferJoins ? proposeJoins(models, notes) : [];
  const unsure = Map.groupBy(joins.filter(needsCheck), ({target, on}) =>
    haveSecret(
      target,
      on.map(pair => pair.to),
    ),
  );
  for (const {from, to, on} of unsure.get(true) ?? []) {
    const over = `"${to}" over ${on.map(pair => pair.to).join(", ")}`;
    notes.push(
      notCheckedNote(
        `Whether ${over} is unique was not examined, because it seems to contain a secret.`,
        from,
      ),
    );
  }
  await checkTargets(probing(), (unsure.get(false) ?? []).map(targetOf), notes);
  await findDates(probing(), models, (table, column) => fields.get(table)?.nameOf.get(column), notes);
  await findUnits(probing(), models, fields, notes);
  if (selection.inferJoins) {
    await findJoins(probing(), models, (table, column) => fields.get(table)?.nameOf.get(column), notes);
  }
  for (const [table, model] of models) {
    const proposed = fields.get(table);
    if (!proposed) continue;
    dropDateMeasures(proposed, model, notes);
    hideSecrets(proposed, table, model, notes);
    hideReferences(
      proposed,
      table,
      joins.filter(({from}) => from === model),
    );
  }
  const graph = {
    models: tables.map(table => modelOf(table, models.get(table) ?? table.name, fields.get(table))),
    joins: joins.map(withoutTarget),
  };
  return {graph, notes: notes.sort((a, b) => compare(a.model, b.model) || compare(a.field, b.field))};
}

/** Removes the measures over numeric columns that hold dates. */
function dropDateMeasures(fields: Fields, model: string, notes: readonly GraphNote[]): void {
  const dated = new Set(
    notes.flatMap(note =>
      note.model === model && note.code === "integer_looks_like_date" ? [note.field] : [],
    ),
  );
  const columns = new Set(
    [...fields.nameOf].flatMap(([column, field]) => (dated.has(field) ? [column] : [])),
  );
  fields.measures = fields.measures.filter(({column}) => column === undefined || !columns.has(column));
}

/** Hides the columns that joins use, because people query the fields of the joined model instead. */
function hideReferences(fields: Fields, {primaryKey}: WarehouseTable, joins: readonly ProposedJoin[]): void {
  const followed = new Set(joins.flatMap(({on}) => on.map(({from}) => from)));
  for (const column of primaryKey) followed.delete(column);
  const names = new Set([...followed].map(column => fields.nameOf.get(column)));
  for (const dimension of fields.dimensions) if (names.has(dimension.name)) dimension.hidden = true;
}

function modelOf(table: WarehouseTable, name: string, fields: Fields | undefined): Model {
  return {
    name,
    ...(table.comment ? {description: table.comment.slice(0, 4000)} : {}),
    table: {schema: table.schema, name: table.name},
    ...(table.primaryKey.length > 0 ? {primaryKey: table.primaryKey} : {}),
    dimensions: fields?.dimensions ?? [],
    measures: fields?.measures ?? [],
  };
}

function needsCheck(join: ProposedJoin): boolean {
  return !isUnique(
    join.target,
    join.on.map(pair => pair.to),
  );
}

function targetOf({from, to, target, on}: ProposedJoin): ToOneTarget {
  return {from, to, table: {schema: target.schema, name: target.name}, columns: on.map(pair => pair.to)};
}

function withoutTarget({target: _, ...join}: ProposedJoin) {
  return join;
}

function compare(a = "", b = ""): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
