import {Type} from "@sinclair/typebox";
import {sql} from "../../shared/core/db.ts";
import {defineRequest, type Github, GithubFault, orFault} from "../../shared/modeling/github/client.ts";
import type {Worker} from "../worker.ts";

/** GitHub can redeliver the deliveries of three days. Commits of older deliveries are found by comparing heads. */
const BACK_HOURS = 72;
const PER_PAGE = 100;
const MAX_PAGES = 50;

const Log = Type.Array(
  Type.Object(
    {
      id: Type.Integer(),
      guid: Type.String(),
      delivered_at: Type.String(),
      status_code: Type.Integer(),
    },
    {additionalProperties: true},
  ),
);
const deliveries = defineRequest("GET /app/hook/deliveries", Log);
const AGAIN = "POST /app/hook/deliveries/{delivery_id}/attempts";

/**
 * Asks GitHub to redeliver deliveries that did not arrive, because GitHub never does so by itself. It can run twice: a
 * delivery that has arrived is recognized by its id. A delivery is requested in each run until it arrives.
 */
export async function redeliverGithub(
  {db, github, log}: Pick<Worker, "db" | "log" | "github">,
  signal: AbortSignal,
): Promise<void> {
  if (!github) return;
  const failed = await readFailed(github, signal);
  const {rows} = await sql<{id: string}>`
    select id from github_deliveries where id = any (${[...failed.keys()]}::text[])`.execute(db);
  const arrived = new Set(rows.map(({id}) => id));
  for (const [guid, id] of failed) {
    signal.throwIfAborted();
    if (arrived.has(guid)) continue;
    try {
      await orFault(() => github.app.octokit.request(AGAIN, {delivery_id: id}));
      log.info({deliveryId: guid}, "the redelivery of a GitHub event was requested");
    } catch (error) {
      if (!(error instanceof GithubFault) || !["missing", "refused"].includes(error.kind)) throw error;
      log.info({deliveryId: guid, reason: error.message}, "GitHub refused to redeliver an event");
    }
  }
}

/** For each delivery without a successful attempt: its GUID, mapped to the id of its newest attempt. */
async function readFailed({app}: Github, signal: AbortSignal): Promise<Map<string, number>> {
  const failed = new Map<string, number>();
  const done = new Set<string>();
  const oldest = Date.now() - BACK_HOURS * 3_600_000;
  let cursor: string | undefined;
  for (let page = 0; page < MAX_PAGES; page++) {
    signal.throwIfAborted();
    const asked = {per_page: PER_PAGE, ...(cursor === undefined ? {} : {cursor})};
    const {data, headers} = await orFault(() => app.octokit.request(deliveries.route, asked));
    const attempts = deliveries.read(data);
    for (const {id, guid, delivered_at: at, status_code: status} of attempts) {
      if (Date.parse(at) < oldest) continue;
      if (status >= 200 && status < 300) done.add(guid);
      else if (!failed.has(guid)) failed.set(guid, id);
    }
    cursor = nextCursor(headers.link);
    const last = attempts.at(-1);
    if (cursor === undefined || !last || Date.parse(last.delivered_at) < oldest) break;
  }
  for (const guid of done) failed.delete(guid);
  return failed;
}

/**
 * The cursor of the next page:
 * https://docs.github.com/en/rest/using-the-rest-api/using-pagination-in-the-rest-api#using-link-headers
 */
function nextCursor(link: string | undefined): string | undefined {
  const next = /<([^>]+)>;\s*rel="next"/.exec(link ?? "")?.[1];
  return (next && URL.parse(next)?.searchParams.get("cursor")) || undefined;
}
