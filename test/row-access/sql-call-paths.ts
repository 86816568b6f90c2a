import pg from "pg";
import type {Query} from "../../shared/semantic/query/query.ts";
import {dimensionNames, measureNames} from "../../shared/semantic/query/selected-names.ts";
import type {QueryCase} from "./call-paths.ts";
import {plainOf} from "./read-answers.ts";
import {inWorld} from "./world.ts";

/** A query in plain SQL: groups by dimensions of the table itself. */
export interface SqlQuestion {
  /** The layer's query with the same rows. */
  query: Query;
  /** SQL that is planned as one query of the layer. */
  grouped: string;
  /** SQL with the same rows of which a part is left to Postgres. */
  computed: string;
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** Returns `undefined` if names are longer than Postgres allows, because the service then cuts them. */
export function sqlQuestion({world, query: given}: QueryCase): SqlQuestion | undefined {
  const {model} = given;
  const plain = plainOf(given);
  const dimensions = dimensionNames(plain).filter(name => name.split(".").length === 2 && isOwn(name, model));
  const measures = measureNames(plain);
  const query: Query = {model, dimensions, measures: measures.length === 0 ? [`${model}.count`] : measures};
  const named = inWorld(world, query);
  const own = (name: string) => name.slice(named.model.length + 1);
  const columns = dimensionNames(named).map(own);
  const counted = measureNames(named).map(own);
  if ([named.model, ...columns, ...counted].some(name => Buffer.byteLength(name) > 63)) return undefined;
  const dimensionsOf = world.renamed
    .graph(world.random.graph)
    .models.find(({name}) => name === named.model)?.dimensions;
  const isBoth = (name: string) => dimensionsOf?.some(dimension => dimension.name === name) === true;
  const values = counted.map(name => `measure(${quoted(isBoth(name) ? `measure.${name}` : name)})`);
  const list = [...columns.map(quoted), ...values].map((sql, at) => `${sql} as c${at}`);
  const keys = columns.length === 0 ? "" : ` group by ${columns.map((_, at) => at + 1).join(", ")}`;
  const grouped = `select ${list.join(", ")} from ${quoted(named.model)}${keys}`;
  const all = list.map((_, at) => `x.c${at}`).join(", ");
  const again = `select ${all}, row_number() over () as n from (${grouped}) as x`;
  return {
    query,
    grouped,
    computed: `with y as (${again}) select ${all.replaceAll("x.", "y.")} from y where n > 0`,
  };
}

function isOwn(name: string, model: string): boolean {
  return name.startsWith(`${model}.`);
}

/** The rows of a statement over the protocol, all values as text. */
export async function overWire(
  port: number,
  {token, database}: {token: string; database: string},
  text: string,
): Promise<(string | null)[][]> {
  const types = {getTypeParser: () => (value: string) => value};
  const client = new pg.Client({host: "127.0.0.1", port, user: "ada", password: token, database, types});
  await client.connect();
  try {
    return (await client.query<(string | null)[]>({text, rowMode: "array"})).rows;
  } finally {
    await client.end();
  }
}
