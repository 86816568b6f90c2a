import type pg from "pg";
import type ts from "typescript-5";
import type {Catalog} from "./catalog.ts";
import type {Text} from "./find.ts";
import {firstNode, type Node, nodesAt, parseNodeTree, textAt} from "./node-tree.ts";
import {ResultColumns} from "./result-columns.ts";
import {ResultTexts} from "./result-texts.ts";

/** A column that a statement returns. */
export interface Column {
  name: string;
  /** The type's name in Postgres; `_text` for `text[]`. */
  type: string;
  isNullable: boolean;
  /** All texts that the column can have, if they are known. */
  texts: ReadonlySet<string> | undefined;
}

/**
 * Describes what a statement returns, by Postgres itself: it reports the columns and types of a prepared statement, and returns
 * the statement as a planned tree if it is the body of a function.
 */
export async function describe(client: pg.Client, catalog: Catalog, text: Text): Promise<Column[]> {
  await client.query("begin");
  try {
    await client.query(`prepare described as ${text.sql}`);
    const {rows} = await client.query<{parameters: string[]; results: string[] | null}>(`
      select parameter_types::text[] as parameters, result_types::oid[]::text[] as results
      from pg_prepared_statements where name = 'described'`);
    const {parameters = [], results = null} = rows[0] ?? {};
    // A statement without a plan, such as a lock of a table, has neither.
    if (results === null) return [];
    await client.query(
      `create function pg_temp.described(${parameters.join(", ")}) returns void language sql begin atomic ${text.sql}; end`,
    );
    return columnsOf(await bodyOf(client), results, text.bound, catalog);
  } finally {
    await client.query("rollback");
    await client.query("deallocate all");
  }
}

async function bodyOf(client: pg.Client): Promise<Node> {
  const {rows} = await client.query<{body: string}>(
    "select prosqlbody::text as body from pg_proc where pronamespace = pg_my_temp_schema() and proname = 'described'",
  );
  return firstNode(parseNodeTree(rows[0]?.body ?? ""));
}

function columnsOf(
  query: Node,
  results: readonly string[],
  bound: readonly ts.Type[],
  catalog: Catalog,
): Column[] {
  const columns = new ResultColumns(catalog, bound, query);
  const texts = new ResultTexts(catalog, bound, query);
  const given = nodesAt(query, textAt(query, "commandType") === "1" ? "targetList" : "returningList");
  return given
    .filter(target => textAt(target, "resjunk") !== "true")
    .map((target, i) => ({
      name: textAt(target, "resname"),
      type: catalog.types.get(results[i] ?? "") ?? "",
      isNullable: columns.isNullable(i),
      texts: texts.of(i),
    }));
}
