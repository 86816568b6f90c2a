import type {GraphNote} from "../../shared/calls.ts";
import type {Warehouse} from "../warehouses/warehouse.ts";
import {looksLikeDate} from "./dates.ts";
import type {ProposedJoin} from "./joins.ts";
import {isUnique} from "./joins.ts";
import {inLanes} from "./lanes.ts";
import {quote, sourceOf} from "./source.ts";
import {tableKey, type WarehouseTable} from "./tables.ts";

const SAMPLED_ROWS = 200;
const SAMPLED_COLUMNS = 200;
const SAMPLED_CHARACTERS = 40;
const STATEMENT_MS = 3000;
/** For all statements that look at data, however many tables there are. */
const BUDGET_MS = 20_000;

export interface Probing {
  warehouse: Warehouse;
  signal: AbortSignal;
  /** When looking at data ends, as `performance.now()`. */
  until: number;
}

export function startProbing(warehouse: Warehouse, signal: AbortSignal): Probing {
  return {warehouse, signal, until: performance.now() + BUDGET_MS};
}

/** One statement over the data, `undefined` where its time or everybody's ran out, or the engine refused it. */
async function ask(probing: Probing, sql: string): Promise<(string | null)[][] | undefined> {
  const {warehouse, signal, until} = probing;
  signal.throwIfAborted();
  const left = until - performance.now();
  if (left <= 0) return undefined;
  const limited = AbortSignal.any([signal, AbortSignal.timeout(Math.min(STATEMENT_MS, left))]);
  try {
    return await warehouse.rows({sql, parameters: []}, limited);
  } catch (error) {
    if (signal.aborted) throw error;
    return undefined;
  }
}

/** Columns of text and numbers that hold dates, judged from the first rows: one statement for each table. */
export async function findDates(
  probing: Probing,
  models: ReadonlyMap<WarehouseTable, string>,
  fieldOf: (table: WarehouseTable, column: string) => string | undefined,
  notes: GraphNote[],
): Promise<void> {
  let skipped = 0;
  await inLanes([...models], async ([table, model]) => {
    const columns = table.columns
      .filter(column => column.kind === "text" || column.kind === "integer")
      .slice(0, SAMPLED_COLUMNS);
    if (columns.length === 0) return;
    const list = columns.map(({name}) => `left(cast(${quote(name)} as varchar), ${SAMPLED_CHARACTERS})`);
    const rows = await ask(
      probing,
      `select ${list.join(", ")} from ${sourceOf(table)} limit ${SAMPLED_ROWS}`,
    );
    if (!rows) {
      skipped++;
      return;
    }
    columns.forEach((column, c) => {
      const values = rows.map(row => row[c]).filter(value => typeof value === "string");
      const form = looksLikeDate(column, values);
      const field = fieldOf(table, column.name);
      if (form && field !== undefined) {
        const code = column.kind === "text" ? "text_looks_like_date" : "integer_looks_like_date";
        notes.push({
          model,
          field,
          code,
          message: `The ${column.kind === "text" ? "text" : "numbers"} in "${column.name}" look like ${form.what}. As a ${form.type} dimension: ${form.sql(probing.warehouse.dialect, quote(column.name))}`,
        });
      }
    });
  });
  if (skipped > 0) notes.push(notLookedAt(`${skipped} tables were not looked at for dates`));
}

/** Keys of tables that declare none: a column that by its name should be one, and in the data is. */
export async function findKeys(
  probing: Probing,
  models: ReadonlyMap<WarehouseTable, string>,
  notes: GraphNote[],
): Promise<void> {
  await inLanes([...models], async ([table, model]) => {
    if (table.primaryKey.length > 0) return;
    const declared = table.uniqueKeys.find(key =>
      key.every(name => table.columns.some(column => column.name === name && !column.nullable)),
    );
    if (declared) {
      table.primaryKey = declared;
      return;
    }
    const candidates = candidateKeys(table);
    const verdict =
      candidates.length > 0
        ? await areUnique(
            probing,
            table,
            candidates.map(name => [name]),
          )
        : [];
    const found = candidates.find((_, i) => verdict?.[i]);
    if (found !== undefined) {
      table.primaryKey = [found];
      const message = `"${found}" is taken for the primary key: the table declares none, and in the data it is unique.`;
      notes.push({model, code: "key_inferred", message});
      return;
    }
    const tried = verdict
      ? candidates.map(name => ` "${name}" repeats or has nulls.`).join("")
      : " Whether a column is unique could not be looked at in time.";
    const message = `The table "${table.name}" has no primary key: measures over joins that multiply its rows need one.${tried}`;
    notes.push({model, code: "no_primary_key", message});
  });
}

/** Joins whose target is not kept unique by the engine are looked at in the data. */
export async function checkTargets(
  probing: Probing,
  joins: readonly ProposedJoin[],
  notes: GraphNote[],
): Promise<void> {
  const unsure = joins.filter(
    join =>
      !isUnique(
        join.target,
        join.on.map(pair => pair.to),
      ),
  );
  const verdicts = new Map<string, Promise<boolean[] | undefined>>();
  await inLanes(unsure, async join => {
    const columns = join.on.map(pair => pair.to);
    const key = JSON.stringify([tableKey(join.target.schema, join.target.name), ...columns]);
    const asked = verdicts.get(key) ?? areUnique(probing, join.target, [columns]);
    verdicts.set(key, asked);
    const verdict = await asked;
    const over = `${join.to} over ${columns.join(", ")}`;
    if (!verdict)
      notes.push(notLookedAt(`whether ${over} is unique could not be looked at in time`, join.from));
    else if (!verdict[0]) {
      const message = `The join to ${over} is not many-to-one: the key repeats there.`;
      notes.push({model: join.from, code: "not_unique", message});
    }
  });
}

/** For each set of columns, whether it is unique and without nulls; one statement. */
async function areUnique(
  probing: Probing,
  table: WarehouseTable,
  keys: readonly (readonly string[])[],
): Promise<boolean[] | undefined> {
  const tests = keys.map(columns => {
    const [only] = columns;
    const value = columns.length === 1 && only ? quote(only) : `(${columns.map(quote).join(", ")})`;
    const nulls = columns.map(column => `${quote(column)} is null`).join(" or ");
    return `count(*) = count(distinct ${value}) and count(case when ${nulls} then 1 end) = 0`;
  });
  const rows = await ask(probing, `select ${tests.join(", ")} from ${sourceOf(table)}`);
  return rows?.[0]?.map(value => value === "t" || value === "true");
}

const MOST_CANDIDATES = 3;

function candidateKeys(table: WarehouseTable): string[] {
  const name = table.name.toLowerCase();
  const singular = name
    .replace(/ies$/, "y")
    .replace(/(ss|x|ch|sh)es$/, "$1")
    .replace(/s$/, "");
  const likely = new Set(
    ["id", "uuid", "key", "code", "_id"].concat(
      [name, singular].flatMap(base =>
        ["id", "key", "code", "uuid", "no"].flatMap(end => [`${base}_${end}`, base + end]),
      ),
    ),
  );
  const foreign = new Set(table.foreignKeys.flatMap(key => key.columns));
  const usable = table.columns.filter(
    ({kind, name: column}) =>
      (kind === "integer" || kind === "text" || kind === "textual") && !foreign.has(column),
  );
  const named = usable.filter(column => likely.has(column.name.toLowerCase()));
  // A table of a file often begins with its key.
  const first = usable[0] === table.columns[0] ? usable[0] : undefined;
  return [...new Set([...named, ...(first ? [first] : [])].map(column => column.name))].slice(
    0,
    MOST_CANDIDATES,
  );
}

function notLookedAt(what: string, model = ""): GraphNote {
  return {model, code: "not_checked", message: `${what[0]?.toUpperCase()}${what.slice(1)}.`};
}
