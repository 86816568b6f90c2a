import {type Static, type TSchema, Type} from "@sinclair/typebox";
import {Graph} from "../../semantic/documents.ts";
import {CsvFormat} from "../csv/csv-format.ts";
import {isReadable, readerOf} from "../validate.ts";
import {GraphNote, WarehouseSchema} from "../wire/catalog.ts";
import {Drawing} from "../wire/drawing.ts";
import {RenderedMail, Report} from "../wire/mail-report.ts";
import {DescribedSource} from "../wire/query-source.ts";
import {RunRequest, readRunRequest} from "../wire/run-request.ts";
import {SnapshotFile} from "../wire/snapshot.ts";
import {SqlType} from "../wire/sql-tables.ts";
import {CalculatedTab, Workbook} from "../wire/workbook.ts";
import {WireErrorDetail} from "../wire-error.ts";

const Theme = Type.Union([Type.Literal("light"), Type.Literal("dark")]);
const place = {x: Type.Number(), y: Type.Number(), width: Type.Number(), height: Type.Number()};

/**
 * One picture: pieces on a canvas, in pixels; `scale` multiplies the pixels of a PNG. A title makes an SVG or PNG
 * `DRAWN_TITLE_HEIGHT` higher than `height`, and moves the pieces down by as much. A PDF has the pieces on pages of A4.
 */
export const DrawRequest = Type.Object({
  format: Type.Union([Type.Literal("svg"), Type.Literal("png"), Type.Literal("pdf")]),
  scale: Type.Number(),
  width: Type.Number(),
  height: Type.Number(),
  theme: Theme,
  /** Drawn above the pieces. */
  title: Type.Optional(Type.String()),
  /** For a PDF: lines below the title, for example its filters. */
  lines: Type.Optional(Type.Array(Type.String())),
  pieces: Type.Array(
    Type.Object({
      ...place,
      /** A chart, or a message in place of one. */
      drawing: Type.Union([Drawing, Type.Object({title: Type.String(), message: Type.String()})]),
    }),
  ),
});
export type DrawRequest = Static<typeof DrawRequest>;

export const DRAWN_TITLE_HEIGHT = 52;

/** The limits of a layer are checked when it is applied. */
const PreviewedGraph = Type.Unsafe<Graph>(
  Type.Object({
    models: Type.Array(
      Type.Object({name: Type.String(), dimensions: Type.Array(Type.Object({name: Type.String()}))}),
    ),
    joins: Type.Optional(Type.Array(Type.Object({from: Type.String(), to: Type.String()}))),
  }),
);

const connection = {orgId: Type.String(), connectionId: Type.String()};
const snapshot = {orgId: Type.String(), datasetId: Type.String()};

/**
 * Calls from the web process to a worker, apart from queries: name → request and answer. `sealed` is a candidate
 * configuration with its secrets, encrypted under the context `call`.
 */
export const CALLS = {
  test_connection: {
    request: Type.Union([
      Type.Object({orgId: Type.String(), sealed: Type.String()}),
      Type.Object(connection),
    ]),
    answer: Type.Object({version: Type.String(), latencyMs: Type.Number()}),
  },
  read_catalog: {
    request: Type.Object({...connection, schema: Type.Optional(Type.String())}),
    answer: Type.Array(WarehouseSchema),
  },
  introspect: {
    request: Type.Object({
      ...connection,
      schemas: Type.Optional(Type.Array(Type.String())),
      tables: Type.Optional(Type.Array(Type.String())),
      inferJoins: Type.Boolean(),
    }),
    answer: Type.Object({graph: PreviewedGraph, notes: Type.Array(GraphNote)}),
  },
  check_graph: {
    /** `graph` is merged into the project's layer, or replaces it. */
    request: Type.Object({
      ...connection,
      projectId: Type.String(),
      layerVersion: Type.Integer(),
      graph: Graph,
      replace: Type.Boolean(),
    }),
    answer: Type.Object({faults: Type.Array(WireErrorDetail), notes: Type.Array(GraphNote)}),
  },
  /**
   * Statements that count rows: the counts, and the time in milliseconds; `null` for one that times out or is refused.
   */
  count_rows: {
    request: Type.Object({
      ...connection,
      statements: Type.Array(
        Type.Object({
          sql: Type.String(),
          parameters: Type.Array(Type.Union([Type.String(), Type.Number(), Type.Boolean()])),
        }),
      ),
    }),
    answer: Type.Array(Type.Object({rows: Type.Union([Type.Number(), Type.Null()]), ms: Type.Number()})),
  },
  /** `svg` is text, `png` and `pdf` are base64. A chart alone is one piece; a dashboard has one for each tile. */
  draw: {
    request: Type.Object({...DrawRequest.properties, orgId: Type.String()}),
    answer: Type.Object({content: Type.String()}),
  },
  /** Renders a mail, in less than 100 KB of HTML. */
  render_mail: {
    request: Type.Object({orgId: Type.String(), report: Report}),
    answer: RenderedMail,
  },
  /** A CSV whose chunks are in the table `snapshot_chunks`. */
  snapshot_csv: {
    request: Type.Object({...snapshot, uploadId: Type.String(), format: Type.Optional(CsvFormat)}),
    answer: SnapshotFile,
  },
  /** Stores the whole result of `run`. */
  snapshot_query: {request: Type.Object({...snapshot, run: RunRequest}), answer: SnapshotFile},
  /** Calculates a sheet, and returns its values or a file in base64. */
  calculate_sheet: {
    request: Type.Object({
      orgId: Type.String(),
      workbook: Workbook,
      output: Type.Union([Type.Literal("values"), Type.Literal("xlsx")]),
    }),
    answer: Type.Object({
      tabs: Type.Optional(Type.Array(CalculatedTab)),
      file: Type.Optional(Type.String()),
    }),
  },
  /** A megabyte of a delivery's file from `offset` on, or what is left, in base64. `sizeBytes` is the whole file's. */
  read_delivery_file: {
    request: Type.Object({
      orgId: Type.String(),
      deliveryId: Type.String(),
      name: Type.String(),
      offset: Type.Integer({minimum: 0}),
    }),
    answer: Type.Object({content: Type.String(), sizeBytes: Type.Integer()}),
  },
  /** The columns of a statement of SQL over tables without rows, and the types of its parameters, as OIDs. */
  describe_sql: {
    request: Type.Object({
      orgId: Type.String(),
      source: DescribedSource,
      sql: Type.String(),
      /** 0 where Postgres decides. */
      parameterTypes: Type.Array(Type.Integer()),
    }),
    answer: Type.Object({
      fields: Type.Array(
        Type.Object({
          name: Type.String(),
          typeOid: Type.Integer(),
          /** `pg_type.typlen`: -1 for a type of variable length. */
          typeSize: Type.Integer(),
          /** -1 for none. */
          typeModifier: Type.Integer(),
        }),
      ),
      parameterTypes: Type.Array(Type.Integer()),
    }),
  },
  /** The SQL type of each column of a run's result. No rows are read. */
  column_kinds: {
    request: Type.Object({orgId: Type.String(), run: RunRequest}),
    answer: Type.Array(SqlType),
  },
} satisfies Record<string, {request: TSchema; answer: TSchema}>;

export type CallName = keyof typeof CALLS;
export type Calls = {
  [N in CallName]: {
    request: Static<(typeof CALLS)[N]["request"]>;
    answer: Static<(typeof CALLS)[N]["answer"]>;
  };
};

/** Parses a call's request and answer, on both sides of the call. Throws for anything else. */
interface Reader<N extends CallName> {
  request(value: unknown): Calls[N]["request"];
  answer(value: unknown): Calls[N]["answer"];
}

const READERS: {[N in CallName]: Reader<N>} = {
  test_connection: readerFor("test_connection", CALLS.test_connection),
  read_catalog: readerFor("read_catalog", CALLS.read_catalog),
  introspect: readerFor("introspect", CALLS.introspect),
  check_graph: readerFor("check_graph", CALLS.check_graph),
  count_rows: readerFor("count_rows", CALLS.count_rows),
  draw: readerFor("draw", CALLS.draw),
  render_mail: readerFor("render_mail", CALLS.render_mail),
  snapshot_csv: readerFor("snapshot_csv", CALLS.snapshot_csv),
  snapshot_query: snapshotQueryReader(),
  calculate_sheet: readerFor("calculate_sheet", CALLS.calculate_sheet),
  read_delivery_file: readerFor("read_delivery_file", CALLS.read_delivery_file),
  describe_sql: readerFor("describe_sql", CALLS.describe_sql),
  column_kinds: readerFor("column_kinds", CALLS.column_kinds),
};

function readerFor<Q extends TSchema, A extends TSchema>(name: CallName, call: {request: Q; answer: A}) {
  return {
    request: readerOf(call.request, `the request of the call ${name}`),
    answer: readerOf(call.answer, `the answer to the call ${name}`),
  };
}

/**
 * Reads the form of earlier versions too, which sent the run as JSON text: a call that they have queued is answered
 * after an upgrade.
 */
function snapshotQueryReader(): Reader<"snapshot_query"> {
  const reader = readerFor("snapshot_query", CALLS.snapshot_query);
  const hasText = isReadable(Type.Object({run: Type.String()}));
  return {
    ...reader,
    request: value =>
      reader.request(hasText(value) ? {...value, run: readRunRequest(JSON.parse(value.run))} : value),
  };
}

export function readRequest<N extends CallName>(name: N, value: unknown): Calls[N]["request"] {
  return READERS[name].request(value);
}

export function readAnswer<N extends CallName>(name: N, value: unknown): Calls[N]["answer"] {
  return READERS[name].answer(value);
}

export function isCallName(name: string): name is CallName {
  return Object.hasOwn(CALLS, name);
}
