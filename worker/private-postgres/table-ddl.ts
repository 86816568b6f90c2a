import type {SqlTable, SqlType} from "../../shared/core/wire/sql-tables.ts";
import {identifier, literal} from "./restrict-catalog.ts";

/** The most columns of a table: https://www.postgresql.org/docs/18/limits.html */
const MAX_COLUMNS = 1600;

interface Named {
  schema: string;
  name: string;
  /** The names of its columns in Postgres, by the given names. */
  columns: Map<string, {name: string; type: SqlType}>;
  key: string;
}

/**
 * The statements that make the tables, empty, with comments and keys. A name that Postgres does not take is shortened
 * or changed, and the comment then has the whole name. A foreign key whose target has no such primary key is left out.
 */
export function tablesDdl(tables: readonly SqlTable[]): string {
  const named = nameAll(tables);
  const create: string[] = [];
  const relate: string[] = [];
  const comments: Comment[] = [];
  for (const [table, own] of named) {
    const place = `${own.schema}.${identifier(own.name)}`;
    const columns = [...own.columns.values()].map(({name, type}) => `${identifier(name)} ${type}`);
    const key = table.primaryKey.map(name => own.columns.get(name)?.name);
    if (isComplete(key)) columns.push(`primary key (${key.map(identifier).join(", ")})`);
    create.push(`create table ${place} (${columns.join(", ")})`);
    comments.push(...commentsOf(table, own, place));
    for (const foreign of table.foreignKeys) {
      const statement = foreignKey(own, place, foreign, named);
      if (statement !== undefined) relate.push(statement);
    }
  }
  const grant = "grant select on all tables in schema public, datasets to public";
  const describe = comments.length === 0 ? [] : [commentStatement(comments)];
  return [...create, ...relate, ...describe, grant].join(";\n");
}

function nameAll(tables: readonly SqlTable[]): Map<SqlTable, Named> {
  const taken = {public: new Set<string>(), datasets: new Set<string>()};
  const named = new Map<SqlTable, Named>();
  for (const table of tables) {
    const columns: Named["columns"] = new Map();
    const takenColumns = new Set<string>();
    for (const {name, type} of table.columns.slice(0, MAX_COLUMNS))
      if (!columns.has(name)) columns.set(name, {name: sqlName(name, takenColumns), type});
    const name = sqlName(table.name, taken[table.schema]);
    named.set(table, {schema: table.schema, name, columns, key: keyOf(table.primaryKey)});
  }
  return named;
}

const keyOf = (columns: readonly string[]) => JSON.stringify(columns);

function isComplete(names: readonly (string | undefined)[]): names is string[] {
  return names.length > 0 && names.every(name => name !== undefined);
}

/** The comment of a table, or of one of its columns. */
interface Comment {
  place: string;
  column?: string;
  text: string;
}

function commentsOf(table: SqlTable, own: Named, place: string): Comment[] {
  const comments: Comment[] = [];
  const say = (column: string | undefined, lines: readonly (string | undefined)[]) => {
    const text = lines.filter(line => line !== undefined && line !== "").join("\n");
    if (text !== "") comments.push({place, text, ...(column === undefined ? {} : {column})});
  };
  const left = table.columns.length - MAX_COLUMNS;
  say(undefined, [
    table.comment,
    wholeName(table.name, own.name),
    left > 0 ? `${left} more columns are left out: a table has at most ${MAX_COLUMNS}.` : undefined,
  ]);
  for (const {name, comment} of table.columns) {
    const column = own.columns.get(name);
    if (column) say(column.name, [comment, wholeName(name, column.name)]);
  }
  return comments;
}

/**
 * The statement that writes all comments into the catalog: one statement for each of twenty thousand comments takes
 * seconds.
 */
function commentStatement(comments: readonly Comment[]): string {
  const values = comments.map(
    ({place, column, text}) =>
      `(${literal(place)}, ${column === undefined ? "null" : literal(column)}, ${literal(text)})`,
  );
  return `
    insert into pg_catalog.pg_description (objoid, classoid, objsubid, description)
    select c.place::regclass, 'pg_catalog.pg_class'::regclass, coalesce(a.attnum, 0), c.description
    from (values ${values.join(", ")}) as c (place, name, description)
      left join pg_catalog.pg_attribute a on a.attrelid = c.place::regclass and a.attname = c.name`;
}

function wholeName(given: string, name: string): string | undefined {
  return given === name ? undefined : `The whole name is ${JSON.stringify(given)}.`;
}

function foreignKey(
  own: Named,
  place: string,
  foreign: SqlTable["foreignKeys"][number],
  named: ReadonlyMap<SqlTable, Named>,
): string | undefined {
  const [, target] =
    [...named].find(([table]) => table.name === foreign.table && table.schema === own.schema) ?? [];
  if (!target || target.key !== keyOf(foreign.targetColumns)) return undefined;
  const from = foreign.columns.map(name => own.columns.get(name));
  const to = foreign.targetColumns.map(name => target.columns.get(name));
  const isEqual = from.every((column, i) => column !== undefined && column.type === to[i]?.type);
  if (!isEqual || from.length === 0 || from.length !== to.length) return undefined;
  const list = (columns: typeof from) => columns.map(column => identifier(column?.name ?? "")).join(", ");
  return `alter table ${place} add foreign key (${list(from)}) references ${target.schema}.${identifier(target.name)} (${list(to)})`;
}

const MAX_BYTES = 63;
/** https://www.postgresql.org/docs/18/ddl-system-columns.html */
const SYSTEM_COLUMNS: ReadonlySet<string> = new Set(["tableoid", "xmin", "cmin", "xmax", "cmax", "ctid"]);

/**
 * The name of a table or column in Postgres, which differs from all `taken` names and is added to them. A name that
 * Postgres takes stays as it is. A name longer than 63 bytes is cut, and gets a digest of the whole.
 */
function sqlName(name: string, taken: Set<string>): string {
  const clean = name.replaceAll("\0", "");
  const given = clean === "" || SYSTEM_COLUMNS.has(clean) ? `${clean}_` : clean;
  let found = Buffer.byteLength(given) <= MAX_BYTES ? given : cut(given, 0);
  for (let attempt = 1; taken.has(found); attempt++) found = cut(given, attempt);
  taken.add(found);
  return found;
}

function cut(name: string, attempt: number): string {
  const suffix = `~${Bun.hash(`${attempt} ${name}`).toString(36).slice(0, 6)}`;
  let cleaned = "";
  let sizeBytes = suffix.length;
  for (const character of name) {
    sizeBytes += Buffer.byteLength(character);
    if (sizeBytes > MAX_BYTES) break;
    cleaned += character;
  }
  return cleaned + suffix;
}
