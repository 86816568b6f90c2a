import type {CallName, Calls} from "../shared/calls.ts";
import type {Config} from "../shared/config.ts";
import type {Db} from "../shared/db.ts";
import type {Logger} from "../shared/log.ts";
import type {Notices} from "../shared/notices.ts";
import type {RunRequest} from "../shared/queries/run-request.ts";
import type {Run} from "./executor.ts";
import type {Lent} from "./open-warehouses.ts";
import type {SnapshotStore} from "./snapshots/store.ts";

/** What the worker process holds; made once by `main.ts` (or a test) and handed to every task. */
export interface Worker {
  /** Of this process, in `workers`. */
  readonly id: string;
  readonly config: Config;
  readonly db: Db;
  readonly log: Logger;
  readonly notices: Notices;
  /**
   * The open warehouse of a connection, of this version of it or a later one, or of a snapshot by its dataset's id;
   * checks that it belongs to the org.
   */
  lendWarehouse(orgId: string, connectionId: string, version?: number): Promise<Lent>;
  readonly snapshots: SnapshotStore;
  /** A statement through the executor. */
  run(request: RunRequest, signal: AbortSignal): Promise<Run>;
}

/** One function per call name; the compiler checks that none is missing. */
export type CallHandlers = {
  [N in CallName]: (
    worker: Worker,
    request: Calls[N]["request"],
    signal: AbortSignal,
  ) => Promise<Calls[N]["answer"]>;
};
