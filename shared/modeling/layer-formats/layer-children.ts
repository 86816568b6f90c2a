import {ChildPool} from "../../core/children/child-pool.ts";
import type {ErrorDetail} from "../../core/errors.ts";
import type {LayerChange} from "./common/apply-changes.ts";
import type {KnownColumns, UntypedTable} from "./common/column-types.ts";
import type {DbtSettings} from "./dbt/read/templates.ts";
import type {ImportFormat} from "./import-files.ts";
import type {RowAccess} from "./keep-row-access.ts";

export interface ImportRequest {
  import: {
    /** The request's body in base64. */
    body: string;
    contentType: string;
    settings: DbtSettings;
    /** The body is a code host's archive of a repository, of which one folder is read. */
    repository?: {path: string; format: ImportFormat};
    /** Types of columns, which are used where the files give none. */
    columns?: KnownColumns;
  };
}

export interface OssieRequest {
  /** `graph` is JSON. */
  ossie: {graph: string; name: string};
}

export interface WriteRequest {
  write: {
    /** A code host's archive in base64, of which one folder is the layer's. */
    body: string;
    repository: {path: string; format: ImportFormat};
    changes: LayerChange[];
    /** The changes of verified questions, as JSON. */
    questions?: string;
    /** Row access, which is stored by the service and not in the files. */
    rules: RowAccess;
  };
}

/**
 * The preview as JSON or the document as YAML, or the reason why there is none. `untyped`: the tables with columns
 * whose types neither the files nor the request gives.
 */
export type LayerAnswer = {text: string; untyped?: UntypedTable[]} | {refused: string; errors: ErrorDetail[]};

const TIMEOUT_MS = 20_000;
const MIB = 1024 * 1024;

/** The child processes that read and write layers in other tools' formats. */
export type LayerChildren = ChildPool<ImportRequest | OssieRequest | WriteRequest, LayerAnswer>;

export function layerChildren(): LayerChildren {
  return new ChildPool({
    script: new URL("./layer-child.ts", import.meta.url),
    maxBytes: 1024 * MIB,
    maxAnswerBytes: 128 * MIB,
    timeoutMs: TIMEOUT_MS,
    timeoutMessage: `The files took longer than ${TIMEOUT_MS / 1000} s. Send fewer, or smaller ones; get a large layer as a graph.`,
    memoryMessage:
      "The files take too much memory. Send fewer, or smaller ones; get a large layer as a graph.",
  });
}
