import {type Static, Type} from "@sinclair/typebox";
import {deleteInBatches} from "../../core/database/delete-in-batches.ts";
import {type Db, sql} from "../../core/db.ts";
import {jobSql} from "../../core/jobs.ts";
import {isReadable} from "../../core/validate.ts";

const lenient = {additionalProperties: true} as const;
const NumericId = Type.Integer({minimum: 1, maximum: Number.MAX_SAFE_INTEGER});

const Sha = Type.String({pattern: "^([0-9a-f]{40}|[0-9a-f]{64})$"});

/**
 * The fields of a webhook delivery that identify its subject. The other fields are not used: the current state is
 * fetched from GitHub.
 */
const DeliveryBody = Type.Object(
  {
    action: Type.Optional(Type.String({pattern: "^\\w{1,100}$"})),
    installation: Type.Optional(Type.Object({id: NumericId, app_id: Type.Optional(Type.Integer())}, lenient)),
    repository: Type.Optional(Type.Object({id: NumericId}, lenient)),
    /** Fields of a push. */
    ref: Type.Optional(Type.String({maxLength: 1000, pattern: "^[^\\u0000]*$"})),
    after: Type.Optional(Sha),
    pull_request: Type.Optional(
      Type.Object({number: Type.Integer({minimum: 1, maximum: 2 ** 31 - 1})}, lenient),
    ),
    /** Fields of checks that a user asks to run again. */
    check_run: Type.Optional(Type.Object({head_sha: Sha}, lenient)),
    check_suite: Type.Optional(Type.Object({head_sha: Sha}, lenient)),
  },
  lenient,
);
export type DeliveryBody = Static<typeof DeliveryBody>;
export const isDeliveryBody = isReadable(DeliveryBody);

export interface Delivery {
  id: string;
  event: string;
  /** SHA-256 of the request body. */
  bodyHash: Buffer;
  body: DeliveryBody;
}

/** The outcome of receiving a delivery. */
export type Reception = "accepted" | "repeated" | "ignored";

/** Events that have an effect here. All other events are only counted. */
const HANDLED_EVENTS = new Set([
  "push",
  "pull_request",
  "check_run",
  "check_suite",
  "installation",
  "installation_repositories",
  "installation_target",
  "repository",
]);

/**
 * Stores a delivery and adds its job in one statement, so that both exist before the delivery is acknowledged. A
 * delivery whose id or body was received before is a duplicate.
 */
export async function receiveDelivery(db: Db, delivery: Delivery): Promise<Reception> {
  const {id, event, bodyHash, body} = delivery;
  if (!HANDLED_EVENTS.has(event) || isOwnCheck(delivery)) return "ignored";
  const {ref, commit, pull} = aboutOf(delivery);
  const {rows} = await sql`
    with received as (
      insert into github_deliveries (id, body_hash, event, action, installation_id, repository_id, ref, commit_id, pull_number)
      values (${id}, ${bodyHash}, ${event}, ${body.action ?? null}, ${body.installation?.id ?? null},
        ${body.repository?.id ?? null}, ${ref ?? null}, ${commit ?? null}, ${pull ?? null})
      on conflict do nothing returning id)
    select ${jobSql("take_github_delivery", {deliveryId: id}, {key: `github ${id}`})} from received`.execute(
    db,
  );
  return rows.length > 0 ? "accepted" : "repeated";
}

/**
 * Whether the event is about a check without a request to run it again. GitHub also reports the checks that this
 * service creates.
 */
function isOwnCheck({event, body}: Delivery): boolean {
  return event.startsWith("check_") && body.action !== "rerequested";
}

function aboutOf({event, body}: Delivery): {
  ref?: string | undefined;
  commit?: string | undefined;
  pull?: number | undefined;
} {
  if (event === "push") return {ref: body.ref, commit: body.after};
  if (event === "pull_request") return {pull: body.pull_request?.number};
  return {commit: event === "check_run" ? body.check_run?.head_sha : body.check_suite?.head_sha};
}

/** Deletes deliveries older than this many days. */
export async function collectDeliveries(db: Db, days: number): Promise<void> {
  await deleteInBatches(db, "github_deliveries", sql`received_at < now() - ${days} * interval '1 day'`);
}
