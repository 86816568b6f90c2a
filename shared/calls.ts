import type {ErrorDetail} from "./errors.ts";
import type {Grain} from "./semantic/grains.ts";
import type {Dimension, DimensionType, Graph} from "./semantic/graph.ts";
import type {CalculatedTab, Workbook} from "./sheets/workbook.ts";

/** A column as the warehouse's catalogue names it. */
export interface CatalogColumn {
  name: string;
  /** The engine's own name of the type. */
  type: string;
  nullable: boolean;
}

export interface CatalogTable {
  name: string;
  kind: "table" | "view";
  columns: CatalogColumn[];
  primaryKey: string[];
  foreignKeys: {
    columns: string[];
    referencedSchema: string;
    referencedTable: string;
    referencedColumns: string[];
  }[];
}

export interface CatalogSchema {
  name: string;
  tables: CatalogTable[];
}

export interface GraphNote {
  model: string;
  field?: string;
  code: string;
  message: string;
  /** Of an import: where it stands. */
  file?: string;
  line?: number;
}

/**
 * One picture: pieces on a canvas, in pixels; `scale` multiplies the pixels of a PNG. A title makes the picture
 * `DRAWN_TITLE_HEIGHT` higher than `height`, and moves the pieces down by that.
 */
export interface DrawRequest {
  format: "svg" | "png";
  scale: number;
  width: number;
  height: number;
  theme: "light" | "dark";
  /** Stands above the pieces. */
  title?: string;
  pieces: {
    x: number;
    y: number;
    width: number;
    height: number;
    /** A `Drawing` of `shared/charts/spec/chart-spec.ts`, or what is said in place of a chart. */
    drawing: DrawingOnWire | {title: string; message: string};
  }[];
}

export const DRAWN_TITLE_HEIGHT = 52;

interface DrawingOnWire {
  title: string;
  type: string;
  config: object;
  theme: "light" | "dark";
  columns: {
    name: string;
    type: DimensionType;
    role: "dimension" | "measure";
    label: string;
    format?: NonNullable<Dimension["format"]>;
    grain?: Grain;
    additive?: boolean;
  }[];
  rows: unknown[][];
  truncated: boolean;
}

/** The `SnapshotFile` of `shared/snapshots/snapshot.ts`. */
interface StoredSnapshot {
  columns: {name: string; type: DimensionType; integer?: boolean}[];
  rowCount: number;
  sizeBytes: number;
}

/**
 * What the web process asks of a worker beside queries, name → request and answer. `sealed` is a candidate
 * configuration with its secrets, encrypted under the context `call`.
 */
export interface Calls {
  test_connection: {
    request: {orgId: string; sealed: string} | {orgId: string; connectionId: string};
    answer: {version: string; latencyMs: number};
  };
  read_catalog: {request: {orgId: string; connectionId: string; schema?: string}; answer: CatalogSchema[]};
  introspect: {
    request: {
      orgId: string;
      connectionId: string;
      schemas?: string[];
      tables?: string[];
      inferJoins: boolean;
    };
    answer: {graph: Graph; notes: GraphNote[]};
  };
  check_graph: {
    /** `graph` is laid over the project's layer, or replaces it. */
    request: {
      orgId: string;
      projectId: string;
      connectionId: string;
      layerVersion: number;
      graph: Graph;
      replace: boolean;
    };
    answer: {faults: ErrorDetail[]; notes: GraphNote[]};
  };
  /** `svg` is text, `png` base64. A chart alone is one piece; a dashboard has one for each tile. */
  draw: {
    request: DrawRequest;
    answer: {content: string};
  };
  /** A CSV whose chunks lie in `snapshot_chunks`. */
  snapshot_csv: {
    request: {orgId: string; datasetId: string; uploadId: string};
    answer: StoredSnapshot;
  };
  /** `run` is a `RunRequest` as JSON: its whole result is kept. */
  snapshot_query: {
    request: {orgId: string; datasetId: string; run: string};
    answer: StoredSnapshot;
  };
  /** Calculates a sheet; as a file, base64, where that is wanted. */
  calculate_sheet: {
    request: {workbook: Workbook; output: "values" | "xlsx"};
    answer: {tabs?: CalculatedTab[]; file?: string};
  };
}
export type CallName = keyof Calls;

const CALL_NAMES: Record<CallName, true> = {
  test_connection: true,
  read_catalog: true,
  introspect: true,
  check_graph: true,
  calculate_sheet: true,
  draw: true,
  snapshot_csv: true,
  snapshot_query: true,
};

export function isCallName(name: string): name is CallName {
  return Object.hasOwn(CALL_NAMES, name);
}
