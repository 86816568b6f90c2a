import {addJob} from "../../shared/automation/deliveries/create.ts";
import {type DeliveryDefinition, readDefinition} from "../../shared/automation/deliveries/definition.ts";
import {prepared} from "../../shared/core/database/prepared.ts";
import {unflushed} from "../../shared/core/database/unflushed.ts";
import {type Db, sql} from "../../shared/core/db.ts";
import {ServiceError, statusOf} from "../../shared/core/errors.ts";
import type {JobPayload} from "../../shared/core/jobs.ts";
import {loadRunAs} from "../../shared/core/load-run-as.ts";
import {RunPaused} from "../../shared/core/paused-runs.ts";
import {mustBeLogged, problemOf} from "../../shared/core/problem.ts";
import type {Runner} from "../../shared/surfaces/tools/tool.ts";
import {failDelivery, finishDelivery, skipDelivery} from "../delivery-runs/finish.ts";
import type {SentDelivery} from "../delivery-runs/mark-sent-or-retry.ts";
import {renderNotice} from "../delivery-runs/notice.ts";
import {renderDelivery} from "../delivery-runs/render.ts";
import {filesOfRendering, isRendered, RenderedElsewhere} from "../delivery-runs/rendered-once.ts";
import {type SendDeps, sendDelivery} from "../delivery-runs/send.ts";
import {isOutage} from "../delivery-runs/source-outage.ts";
import {storeRendered} from "../delivery-runs/store-rendered.ts";
import type {Worker} from "../worker.ts";

interface Delivery extends SentDelivery {
  name: string;
  trigger: string;
  noticeOf: string | null;
  slot: Date;
  createdAt: Date;
  runAs: string;
  isRendered: boolean;
  definition: DeliveryDefinition;
  owner: string;
  sender: string | undefined;
  lastHash: string | null;
  renderings: number;
}

/** Minutes before each new attempt to render a delivery for which something could not be reached. */
const PAUSES = [1, 5, 15];

/**
 * Renders a delivery once and sends it to each recipient. It can run twice: the rendered mail is stored, and each
 * recipient is marked before and after the mail is sent. A delivery that has ended is left alone.
 */
export async function runDelivery(
  worker: SendDeps,
  runner: Runner,
  {orgId, deliveryId}: JobPayload<"run_delivery">,
  stopping: AbortSignal,
): Promise<void> {
  const {db, config} = worker;
  const delivery = await beginDelivery(db, orgId, deliveryId);
  if (!delivery) return;
  let wasRendered = delivery.isRendered;
  try {
    if (!wasRendered && !(await render(worker, runner, delivery, stopping))) return;
  } catch (error) {
    stopping.throwIfAborted();
    // A mail that another attempt has rendered is sent, however this attempt has ended.
    wasRendered = await isRendered(db, delivery);
    if (!wasRendered) {
      if (error instanceof RunPaused) await skipDelivery(db, delivery, error.message);
      else await endRendering(worker, delivery, error);
      return;
    }
  }
  try {
    await sendDelivery(worker, {...delivery, isRendered: wasRendered}, stopping);
  } catch (error) {
    // A database or a store that does not answer now will answer again, so the job is retried.
    if (!(error instanceof ServiceError) || statusOf(error) >= 500) throw error;
    await failDelivery(db, delivery, error.message, {...config.mail, billing: config.billing});
    return;
  }
  await finishDelivery(db, delivery, {...config.mail, billing: config.billing});
}

/**
 * Ends a delivery that could not be rendered. Errors that may pass by themselves, including bugs, are retried some
 * minutes later instead.
 */
async function endRendering(
  {db, log, config}: Pick<Worker, "config" | "db" | "log">,
  delivery: Delivery,
  error: unknown,
): Promise<void> {
  const {id, renderings} = delivery;
  const mayPass = !(error instanceof ServiceError) || statusOf(error) >= 500 || isOutage(error);
  if (mustBeLogged(error)) log.error({err: error, deliveryId: id}, "a delivery could not be rendered");
  if (mayPass && renderings < PAUSES.length) await renderLater(db, delivery);
  else
    await failDelivery(db, delivery, problemOf(error, id).detail, {...config.mail, billing: config.billing});
}

/** Renders and stores the mail. False where nothing is to be sent. */
async function render(
  worker: Pick<Worker, "config" | "db" | "deliveryFiles">,
  runner: Runner,
  delivery: Delivery,
  signal: AbortSignal,
): Promise<boolean> {
  const {db, config} = worker;
  const {id: requestId, orgId} = delivery;
  const files = filesOfRendering(db, worker.deliveryFiles, delivery);
  const limit = config.mail.dailyLimit;
  if (delivery.noticeOf !== null) {
    // A notice holds no rows, so it needs no principal: the notice may be about a principal that is gone.
    const context = {actor: {orgId}, requestId, signal};
    await renderNotice({runner, context, files, baseUrl: config.baseUrl, delivery});
    await storeRendered(db, delivery, {ran: [], files: [], statements: [], hash: null}, limit);
    return true;
  }
  const actor = await loadRunAs(db, orgId, delivery.runAs, delivery.createdAt);
  // A mail shows no rows from before it was due, which could differ from its own files.
  const queryContext = {actor, requestId, signal, trigger: "schedule", rowsSince: delivery.slot} as const;
  const rendering = {
    runner,
    queryContext,
    files,
    baseUrl: config.baseUrl,
    delivery,
    owner: delivery.owner,
    sender: delivery.sender,
    lastHash: delivery.lastHash,
    mayWait: delivery.trigger !== "test" && delivery.renderings < PAUSES.length,
    mayStoreLater: delivery.renderings < PAUSES.length,
  };
  const rendered = await renderDelivery(rendering);
  if ("skipped" in rendered) {
    if (await isRendered(db, delivery)) throw new RenderedElsewhere();
    await skipDelivery(db, delivery, rendered.skipped);
    return false;
  }
  await storeRendered(db, delivery, rendered, limit);
  return true;
}

async function renderLater(db: Db, {id, orgId, renderings}: Delivery): Promise<void> {
  const minutes = PAUSES[renderings] ?? 1;
  await sql`
    with m as (
      update deliveries set renderings = renderings + 1
      where org_id = ${orgId} and id = ${id} and status = 'running' returning org_id, id)
    select ${addJob(sql`now() + ${minutes} * interval '1 minute'`)} from m`.execute(db);
}

/** Marks the delivery as running; `undefined` for one that has ended, or was deleted with its source. */
async function beginDelivery(db: Db, orgId: string, deliveryId: string): Promise<Delivery | undefined> {
  const {rows} = await sql<{
    id: string;
    source_type: string;
    source_id: string;
    name: string;
    trigger: string;
    notice_of: string | null;
    slot: Date | null;
    created_at: Date;
    run_as: string;
    rendered_at: Date | null;
    definition: unknown;
    owner: string;
    sender: string | null;
    rows_hash: string | null;
    renderings: number;
  }>`${prepared}
    update deliveries d set status = 'running', started_at = coalesce(d.started_at, now())
    from content c
      join principals p on p.org_id = c.org_id and p.id = c.owner_id
      left join schedules s on s.org_id = c.org_id and s.id = c.id
    where d.org_id = ${orgId} and d.id = ${deliveryId} and d.status in ('queued', 'running')
      and c.org_id = d.org_id and c.id = d.source_id
    returning d.id, d.source_type, d.source_id, d.name, d.trigger, d.notice_of, d.slot, d.created_at, d.run_as,
      d.rendered_at, d.definition, d.renderings, p.name as owner,
      case when s.run_as = d.run_as then s.rows_hash end as rows_hash,
      (select x.name from principals x where x.org_id = d.org_id and x.id = d.sent_by) as sender, ${unflushed}`.execute(
    db,
  );
  const row = rows[0];
  if (!row) return undefined;
  return {
    id: row.id,
    orgId,
    sourceType: row.source_type,
    sourceId: row.source_id,
    name: row.name,
    trigger: row.trigger,
    noticeOf: row.notice_of,
    slot: row.slot ?? row.created_at,
    createdAt: row.created_at,
    runAs: row.run_as,
    isRendered: row.rendered_at !== null,
    definition: readDefinition(row.definition),
    owner: row.owner,
    sender: row.sender ?? undefined,
    lastHash: row.rows_hash,
    renderings: row.renderings,
  };
}
