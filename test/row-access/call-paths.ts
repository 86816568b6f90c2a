import type {Filter} from "../../shared/semantic/query/filter.ts";
import type {Query} from "../../shared/semantic/query/query.ts";
import {measureNames} from "../../shared/semantic/query/selected-names.ts";
import type {Cell} from "../semantic/engines.ts";
import {callTool} from "../support/mcp.ts";
import type {TestService} from "../support/worker.ts";
import {
  arrowRows,
  cellsOf,
  csvRows,
  type Kind,
  kindsOf,
  ndjsonRows,
  plainOf,
  sheetRows,
  xlsxRows,
} from "./read-answers.ts";
import {overWire, sqlQuestion} from "./sql-call-paths.ts";
import {inWorld, made, type World} from "./world.ts";

export interface Caller {
  token: string;
  attributes: Record<string, string[]>;
}

/**
 * A query in its world, in the generator's own names. What is saved for it belongs to the author and to a team of all
 * callers.
 */
export interface QueryCase {
  service: TestService;
  world: World;
  query: Query;
  /** One more condition, for call paths that add one. */
  filter: Filter;
  author: Caller;
  teamId: string;
  /** The port on which the service listens for SQL. */
  sqlPort: number;
}

interface Answer {
  rows: Cell[][];
  /** The query that has these rows, where it is not the query of the case. */
  query?: Query;
  nullsAreEmpty?: boolean;
  /** In place of rows: the attributes that the caller does not have. */
  lacking?: string[];
}

/** Gets the rows of a query for a caller. */
export type CallPath = (caller: Caller) => Promise<Answer>;

/** Creates what a call path needs, once for all callers; `undefined` where the path cannot express the query. */
type MakeCallPath = (queryCase: QueryCase) => Promise<CallPath | undefined>;

const FORMATS = {
  csv: "text/csv",
  ndjson: "application/x-ndjson",
  arrow: "application/vnd.apache.arrow.stream",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
} as const;

const READERS = {
  csv: (bytes: Uint8Array, kinds: readonly Kind[]) => csvRows(new TextDecoder().decode(bytes), kinds),
  ndjson: (bytes: Uint8Array, kinds: readonly Kind[]) => ndjsonRows(new TextDecoder().decode(bytes), kinds),
  arrow: arrowRows,
  xlsx: xlsxRows,
};

/** SQL over HTTP, and over the protocol. */
const SQL_CALL_PATHS: Record<string, MakeCallPath> = {
  async sql(queryCase) {
    const question = sqlQuestion(queryCase);
    if (question === undefined) return undefined;
    const {query, grouped, computed} = question;
    return async ({token}) => {
      const [one, other] = await Promise.all(
        [grouped, computed].map(sql =>
          queryCase.service.call("POST", "/api/sql", {
            token,
            body: {sql, projectId: queryCase.world.projectId},
          }),
        ),
      );
      const rows = [one, other].map(answer => cellsOf(rowsIn(answer?.body), kindsOf(query)));
      if (JSON.stringify(rows[0]?.toSorted()) !== JSON.stringify(rows[1]?.toSorted()))
        throw new Error(`${one?.text} ${other?.text}`);
      return {rows: rows[1] ?? [], query};
    };
  },
  async sqlOverWire(queryCase) {
    const question = sqlQuestion(queryCase);
    if (question === undefined) return undefined;
    const {query, grouped, computed} = question;
    return async ({token}) => {
      const login = {token, database: queryCase.world.projectId};
      const rows = await overWire(queryCase.sqlPort, login, queryCase.world.isCached ? grouped : computed);
      return {rows: cellsOf(rows, kindsOf(query)), query};
    };
  },
};

export const CALL_PATHS: Record<string, MakeCallPath> = {
  query: async queryCase => caller =>
    askJson(queryCase, inWorld(queryCase.world, queryCase.query), queryCase.query, caller),
  ...Object.fromEntries(
    (["csv", "ndjson", "arrow", "xlsx"] as const).map(format => [format, inFormat(format)]),
  ),
  batch: async ({service, world, query}) => {
    const one = inWorld(world, query);
    return async ({token}) => {
      const answer = await service.call("POST", "/api/query/batch", {token, body: [one, one]});
      const [first, second] = answer.body;
      if (JSON.stringify(first) !== JSON.stringify(second)) throw new Error(answer.text);
      return {rows: cellsOf(rowsIn(first), kindsOf(query))};
    };
  },
  ...SQL_CALL_PATHS,
  async later({service, world, query}) {
    const body = inWorld(world, query);
    return async ({token}) => {
      const accepted = await service.call("POST", "/api/query", {
        token,
        body,
        headers: {prefer: "respond-async"},
      });
      const path = `/api/query/runs/${accepted.body.id}/result`;
      for (;;) {
        const answer = await service.call("GET", path, {token});
        if (answer.body.code !== "conflict") return {rows: cellsOf(rowsIn(answer.body), kindsOf(query))};
        await Bun.sleep(20);
      }
    };
  },
  async tool({service, world, query}) {
    const args = {...inWorld(world, query), limit: 200};
    return async ({token}) => {
      const {structuredContent, text} = await callTool(service, "run_query", args, token);
      if (structuredContent?.rows === undefined) throw new Error(text);
      return {rows: cellsOf(structuredContent.rows, kindsOf(query))};
    };
  },
  async toolData(queryCase) {
    const {service, query} = queryCase;
    const id = await saveChart(queryCase);
    return async ({token}) => {
      const {structuredContent, text} = await callTool(service, "get_data", {id}, token);
      const [part] = structuredContent?.parts ?? [];
      // A caller who lacks an attribute gets an error that says so, instead of an empty result.
      const [, lacking] = /depend on the attributes? (.*), which/.exec(part?.error ?? "") ?? [];
      if (lacking !== undefined) return {rows: [], lacking: JSON.parse(`[${lacking}]`)};
      if (part?.rows === undefined) throw new Error(text);
      return {rows: cellsOf(part.rows, kindsOf(query))};
    };
  },
  async chart(queryCase) {
    const {service, query} = queryCase;
    const id = await saveChart(queryCase);
    return async ({token}) => {
      const answer = await service.call("GET", `/api/charts/${id}/data`, {token});
      return {rows: cellsOf(rowsIn(answer.body), kindsOf(query))};
    };
  },
  async chartCsv(queryCase) {
    const {service, query} = queryCase;
    const id = await saveChart(queryCase);
    return async ({token}) => {
      const answer = await service.call("GET", `/api/charts/${id}/data`, {
        token,
        headers: {accept: FORMATS.csv},
      });
      return {rows: csvRows(answer.text, kindsOf(query)), nullsAreEmpty: true};
    };
  },
  async embedded(queryCase) {
    const {service, query} = queryCase;
    const id = await saveChart(queryCase);
    return async ({attributes}) => {
      const {token} = await made(service, `/api/orgs/${service.org.id}/embed-tokens`, {
        resourceType: "chart",
        resourceId: id,
        attributes,
      });
      const answer = await service.call("POST", `/api/embed/charts/${id}/data`, {
        token: token ?? null,
        body: {},
      });
      return {rows: cellsOf(rowsIn(answer.body), kindsOf(query))};
    };
  },
  async dashboard(queryCase) {
    const {service, filter, world} = queryCase;
    // The only filters on its date that a window accepts are spans of time.
    const query = withoutWindows(world, queryCase.query);
    const chartId = await saveChart({...queryCase, query});
    const {author, teamId} = queryCase;
    const board = await made(service, "/api/dashboards", {name: "board", teamId}, author.token);
    const tiles = [{chartId, x: 0, y: 0, w: 1, h: 1}];
    const path = `/api/dashboards/${board.id}`;
    await service.call("PUT", `${path}/layout`, {token: author.token, body: {tiles}});
    const {filters = []} = world.renamed.query({model: query.model, filters: [filter]});
    return async ({token}) => {
      const answer = await service.call("POST", `${path}/data`, {token, body: {filters}});
      const [tile] = answer.body.tiles ?? [];
      const rows = cellsOf(rowsIn(tile?.result ?? answer.body), kindsOf(query));
      return {rows, query: tile.filters[0].applied ? narrowed(query, filter) : query};
    };
  },
  async drawing(queryCase) {
    const id = await saveChart(queryCase);
    return async ({token}) => {
      const answer = await queryCase.service.call("GET", `/api/charts/${id}/drawing`, {token});
      return {rows: cellsOf(rowsIn(answer.body), kindsOf(queryCase.query))};
    };
  },
  async dashboardDrawing(queryCase) {
    const {service, query, author, teamId} = queryCase;
    const chartId = await saveChart(queryCase);
    const board = await made(service, "/api/dashboards", {name: "board", teamId}, author.token);
    const tiles = [{chartId, x: 0, y: 0, w: 1, h: 1}];
    const path = `/api/dashboards/${board.id}`;
    await service.call("PUT", `${path}/layout`, {token: author.token, body: {tiles}});
    return async ({token}) => {
      const answer = await service.call("POST", `${path}/charts/${chartId}/drawing`, {token, body: {}});
      return {rows: cellsOf(rowsIn(answer.body), kindsOf(query))};
    };
  },
  async dataset(queryCase) {
    const over = await overDataset(queryCase);
    return async caller => askJson(queryCase, over.query, over.same, caller);
  },
  async datasetChart(queryCase) {
    const {service, author, teamId} = queryCase;
    const over = await overDataset(queryCase);
    const body = {name: "chart", type: "table", query: over.query, teamId};
    const {id} = await made(service, "/api/charts", body, author.token);
    return async ({token}) => {
      const answer = await service.call("GET", `/api/charts/${id}/data`, {token});
      return {rows: cellsOf(rowsIn(answer.body), kindsOf(over.same)), query: over.same};
    };
  },
  async sheet({service, world, query: given, author, teamId}) {
    const query = plainOf(given);
    const tabs = [{name: "One", queries: [{anchor: "A1", header: false, query: inWorld(world, query)}]}];
    const {id} = await made(service, "/api/sheets", {name: "sheet", tabs, teamId}, author.token);
    return async ({token}) => {
      const answer = await service.call("POST", `/api/sheets/${id}/calculate`, {token});
      const [tab] = answer.body.tabs ?? [];
      if (tab === undefined || tab.queries[0].error) throw new Error(answer.text);
      return {rows: sheetRows(tab, kindsOf(query)), query};
    };
  },
};

function inFormat(format: keyof typeof FORMATS): MakeCallPath {
  return async ({service, world, query: given}) => {
    const query = format === "arrow" || format === "xlsx" ? plainOf(given) : given;
    const body = JSON.stringify(inWorld(world, query));
    return async ({token}) => {
      const headers = {
        authorization: `Bearer ${token}`,
        accept: FORMATS[format],
        "content-type": "application/json",
      };
      const request = new Request("http://service.test/api/query", {method: "POST", headers, body});
      const response = await service.app.handle(request);
      const bytes = new Uint8Array(await response.arrayBuffer());
      if (response.status !== 200) throw new Error(new TextDecoder().decode(bytes));
      return {rows: READERS[format](bytes, kindsOf(query)), query, nullsAreEmpty: format === "csv"};
    };
  };
}

/** The rows of `body`, whose columns are those of `query`. */
async function askJson({service}: QueryCase, body: Query, query: Query, {token}: Caller): Promise<Answer> {
  const answer = await service.call("POST", "/api/query", {token, body});
  return {rows: cellsOf(rowsIn(answer.body), kindsOf(query)), query};
}

function rowsIn(result: {rows?: unknown[][]; truncated?: boolean} | undefined): unknown[][] {
  if (result?.rows === undefined || result.truncated === true) throw new Error(JSON.stringify(result));
  return result.rows;
}

/** A query over a dataset that has the filter, and the same query over the model, with the filter. */
async function overDataset({service, world, query: given, filter, author, teamId}: QueryCase) {
  // The filters of a query do not limit the earlier rows that a window reads, but those of a dataset do.
  const query = {...withoutWindows(world, given), timezone: "UTC"};
  const {model, filters = []} = world.renamed.query({model: query.model, filters: [filter]});
  const {slug = ""} = await made(
    service,
    `/api/projects/${world.projectId}/datasets`,
    {name: "set", kind: "live", definition: {model, filters, timezone: "UTC"}, teamId},
    author.token,
  );
  return {query: {...inWorld(world, query), model: slug}, same: narrowed(query, filter)};
}

/** The query, or only its plain part if one of its measures has a window or an offset. */
function withoutWindows({random}: World, query: Query): Query {
  const all = random.graph.models.flatMap(({measures = []}) => measures);
  const windows = new Set(all.flatMap(({name, rolling, offset}) => (rolling || offset ? name : [])));
  const isAny = measureNames(query).some(name => windows.has(name.slice(name.lastIndexOf(".") + 1)));
  return isAny ? plainOf(query) : query;
}

async function saveChart({service, world, query, author, teamId}: QueryCase): Promise<string> {
  const body = {name: "chart", type: "table", query: inWorld(world, query), teamId};
  return (await made(service, "/api/charts", body, author.token)).id;
}

/** The query of the call paths that add the condition. */
export function withFilter(world: World, query: Query, filter: Filter): Query {
  return narrowed(withoutWindows(world, query), filter);
}

function narrowed(query: Query, filter: Filter): Query {
  return {...query, filters: [...(query.filters ?? []), filter]};
}
