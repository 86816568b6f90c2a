import type {Filter, Query} from "../../shared/semantic/query/query.ts";
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
import {overWire, sqlQuestion} from "./sql-ways.ts";
import {inWorld, made, type World} from "./world.ts";

export interface Caller {
  token: string;
  attributes: Record<string, string[]>;
}

/** A query in its world, in the generator's own names, and who keeps what is saved of it, in a team of all callers. */
export interface Asked {
  service: TestService;
  world: World;
  query: Query;
  /** One more condition, for what takes some. */
  filter: Filter;
  author: Caller;
  teamId: string;
  /** Where the service listens for SQL. */
  sqlPort: number;
}

interface Answered {
  rows: Cell[][];
  /** The query that has been answered, where it is not the one that was asked. */
  query?: Query;
  nullsAreEmpty?: boolean;
  /** In place of rows: the attributes that the caller does not have. */
  lacking?: string[];
}

/** How a caller has the rows of a query. */
export type Way = (caller: Caller) => Promise<Answered>;

/** Makes what stands behind a way, once for all callers; `undefined` where a query cannot be asked in this way. */
type MakeWay = (asked: Asked) => Promise<Way | undefined>;

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
const SQL_WAYS: Record<string, MakeWay> = {
  async sql(asked) {
    const question = sqlQuestion(asked);
    if (question === undefined) return undefined;
    const {query, grouped, computed} = question;
    return async ({token}) => {
      const [one, other] = await Promise.all(
        [grouped, computed].map(sql =>
          asked.service.call("POST", "/api/sql", {token, body: {sql, projectId: asked.world.projectId}}),
        ),
      );
      const rows = [one, other].map(answer => cellsOf(rowsIn(answer?.body), kindsOf(query)));
      if (JSON.stringify(rows[0]?.toSorted()) !== JSON.stringify(rows[1]?.toSorted()))
        throw new Error(`${one?.text} ${other?.text}`);
      return {rows: rows[1] ?? [], query};
    };
  },
  async sqlOverWire(asked) {
    const question = sqlQuestion(asked);
    if (question === undefined) return undefined;
    const {query, grouped, computed} = question;
    return async ({token}) => {
      const login = {token, database: asked.world.projectId};
      const rows = await overWire(asked.sqlPort, login, asked.world.isCached ? grouped : computed);
      return {rows: cellsOf(rows, kindsOf(query)), query};
    };
  },
};

export const WAYS: Record<string, MakeWay> = {
  query: async asked => caller => askJson(asked, inWorld(asked.world, asked.query), asked.query, caller),
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
  ...SQL_WAYS,
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
  async toolData(asked) {
    const {service, query} = asked;
    const id = await saveChart(asked);
    return async ({token}) => {
      const {structuredContent, text} = await callTool(service, "get_data", {id}, token);
      const [part] = structuredContent?.parts ?? [];
      // Who lacks an attribute is told so, in place of no rows.
      const [, lacking] = /limited by the attributes? (.*), which/.exec(part?.error ?? "") ?? [];
      if (lacking !== undefined) return {rows: [], lacking: JSON.parse(`[${lacking}]`)};
      if (part?.rows === undefined) throw new Error(text);
      return {rows: cellsOf(part.rows, kindsOf(query))};
    };
  },
  async chart(asked) {
    const {service, query} = asked;
    const id = await saveChart(asked);
    return async ({token}) => {
      const answer = await service.call("GET", `/api/charts/${id}/data`, {token});
      return {rows: cellsOf(rowsIn(answer.body), kindsOf(query))};
    };
  },
  async chartCsv(asked) {
    const {service, query} = asked;
    const id = await saveChart(asked);
    return async ({token}) => {
      const answer = await service.call("GET", `/api/charts/${id}/data`, {
        token,
        headers: {accept: FORMATS.csv},
      });
      return {rows: csvRows(answer.text, kindsOf(query)), nullsAreEmpty: true};
    };
  },
  async embedded(asked) {
    const {service, query} = asked;
    const id = await saveChart(asked);
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
  async dashboard(asked) {
    const {service, filter, world} = asked;
    // A window takes no filter along its date but spans of time.
    const query = withoutWindows(world, asked.query);
    const chartId = await saveChart({...asked, query});
    const {author, teamId} = asked;
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
  async drawing(asked) {
    const id = await saveChart(asked);
    return async ({token}) => {
      const answer = await asked.service.call("GET", `/api/charts/${id}/drawing`, {token});
      return {rows: cellsOf(rowsIn(answer.body), kindsOf(asked.query))};
    };
  },
  async dashboardDrawing(asked) {
    const {service, query, author, teamId} = asked;
    const chartId = await saveChart(asked);
    const board = await made(service, "/api/dashboards", {name: "board", teamId}, author.token);
    const tiles = [{chartId, x: 0, y: 0, w: 1, h: 1}];
    const path = `/api/dashboards/${board.id}`;
    await service.call("PUT", `${path}/layout`, {token: author.token, body: {tiles}});
    return async ({token}) => {
      const answer = await service.call("POST", `${path}/charts/${chartId}/drawing`, {token, body: {}});
      return {rows: cellsOf(rowsIn(answer.body), kindsOf(query))};
    };
  },
  async dataset(asked) {
    const over = await overDataset(asked);
    return async caller => askJson(asked, over.query, over.same, caller);
  },
  async datasetChart(asked) {
    const {service, author, teamId} = asked;
    const over = await overDataset(asked);
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

function inFormat(format: keyof typeof FORMATS): MakeWay {
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
async function askJson({service}: Asked, body: Query, query: Query, {token}: Caller): Promise<Answered> {
  const answer = await service.call("POST", "/api/query", {token, body});
  return {rows: cellsOf(rowsIn(answer.body), kindsOf(query)), query};
}

function rowsIn(result: {rows?: unknown[][]; truncated?: boolean} | undefined): unknown[][] {
  if (result?.rows === undefined || result.truncated === true) throw new Error(JSON.stringify(result));
  return result.rows;
}

/** A query over a dataset that has the filter, and the same without it. */
async function overDataset({service, world, query: given, filter, author, teamId}: Asked) {
  // What a window looks back at, the filters of a query leave and those of a dataset do not.
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

/** The same query, or where a measure of it goes along a date, what is plain of it. */
function withoutWindows({random}: World, query: Query): Query {
  const all = random.graph.models.flatMap(({measures = []}) => measures);
  const windows = new Set(all.flatMap(({name, rolling, offset}) => (rolling || offset ? name : [])));
  const isAny = measureNames(query).some(name => windows.has(name.slice(name.lastIndexOf(".") + 1)));
  return isAny ? plainOf(query) : query;
}

async function saveChart({service, world, query, author, teamId}: Asked): Promise<string> {
  const body = {name: "chart", type: "table", query: inWorld(world, query), teamId};
  return (await made(service, "/api/charts", body, author.token)).id;
}

/** The query that those ways answer which take one more condition. */
export function withFilter(world: World, query: Query, filter: Filter): Query {
  return narrowed(withoutWindows(world, query), filter);
}

function narrowed(query: Query, filter: Filter): Query {
  return {...query, filters: [...(query.filters ?? []), filter]};
}
