import type {ErrorDetail} from "./errors.ts";
import type {Graph} from "./semantic/graph.ts";

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
}
export type CallName = keyof Calls;

const CALL_NAMES: Record<CallName, true> = {
  test_connection: true,
  read_catalog: true,
  introspect: true,
  check_graph: true,
};

export function isCallName(name: string): name is CallName {
  return Object.hasOwn(CALL_NAMES, name);
}
