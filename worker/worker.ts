import type {Notices} from "../shared/core/change-notices.ts";
import type {Config} from "../shared/core/config.ts";
import type {Db} from "../shared/core/db.ts";
import type {Logger} from "../shared/core/log.ts";
import type {RunRequest} from "../shared/core/wire/run-request.ts";
import type {CallName, Calls} from "../shared/core/workers/calls.ts";
import type {Github} from "../shared/modeling/github/client.ts";
import type {LayerChildren} from "../shared/modeling/layer-formats/layer-children.ts";
import type {QueryMemory} from "../shared/querying/layers/query-caches.ts";
import type {Billing} from "../shared/tenancy/billing/stripe.ts";
import type {PictureChildren} from "./charts/picture-children.ts";
import type {EngineThreads} from "./concurrency/engine-threads.ts";
import type {MailChildren} from "./email/mails.ts";
import type {MailTransport} from "./email/message.ts";
import type {Run} from "./execute/executor.ts";
import type {LeaseWarehouse} from "./execute/open-warehouses.ts";
import type {SqlServer} from "./private-postgres/sql-executor.ts";
import type {SheetChildren} from "./sheets/sheets.ts";
import type {DeliveryFiles} from "./storage/deliveries/files.ts";
import type {SnapshotStore} from "./storage/snapshots/store.ts";

/** The dependencies of the worker process. `startWorker` makes them once and passes them to every task. */
export interface Worker {
  /** The id of this process in `workers`. */
  readonly id: string;
  readonly config: Config;
  readonly db: Db;
  readonly log: Logger;
  readonly notices: Notices;
  readonly memory: QueryMemory;
  readonly leaseWarehouse: LeaseWarehouse;
  readonly sql: SqlServer;
  readonly snapshots: SnapshotStore;
  readonly deliveryFiles: DeliveryFiles;
  readonly threads: EngineThreads;
  /** Child processes that draw pictures; `mails` renders mails, and `sheets` calculates sheets. */
  readonly pictures: PictureChildren;
  readonly mails: MailChildren;
  readonly sheets: SheetChildren;
  /** Child processes that parse the layers in repositories. */
  readonly layers: LayerChildren;
  readonly mail: MailTransport;
  /** `undefined` where Stripe is not configured. */
  readonly billing: Billing | undefined;
  /** `undefined` where no GitHub App is configured. */
  readonly github: Github | undefined;
  /** The mail server's responses by message id, until they are written to the database. */
  readonly handedOver: Map<string, string>;
  /** Aborts as soon as the process is asked to stop. Running work may still end. */
  readonly stopping: AbortSignal;
  /** Runs a statement through the executor. */
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
