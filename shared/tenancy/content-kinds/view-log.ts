import type {Actor} from "../../core/actor.ts";
import {type Db, sql} from "../../core/db.ts";
import type {Logger} from "../../core/log.ts";

const FLUSH_MS = 5000;
/** A further view by the same reader within this time is not counted. */
const SAME_VIEW_MS = 10 * 60_000;
const MAX_REMEMBERED = 50_000;

interface ViewCounts {
  orgId: string;
  times: number;
  lastAt: Date;
}

/**
 * View counts of content: collected in memory and added to the table `content_views` every few seconds, so that no
 * reader waits for a write. One caller's views within ten minutes count once. `stop` writes the remaining counts.
 */
export class ViewLog {
  #waiting = new Map<string, ViewCounts>();
  #viewedAt = new Map<string, number>();
  #timer: NodeJS.Timeout;
  #writing: Promise<void> = Promise.resolve();

  constructor(
    private readonly db: Db,
    private readonly log: Logger,
  ) {
    this.#timer = setInterval(() => this.flush(), FLUSH_MS);
  }

  /** Counts a view by a caller who may read this content. */
  add(actor: Actor, contentId: string): void {
    const lastAt = new Date();
    const viewKey = `${actor.id} ${contentId}`;
    const lastCounted = this.#viewedAt.get(viewKey);
    const isNew = lastCounted === undefined || lastAt.getTime() - lastCounted > SAME_VIEW_MS;
    if (isNew) this.#remember(viewKey, lastAt.getTime());
    const waiting = this.#waiting.get(contentId);
    const times = (waiting?.times ?? 0) + (isNew ? 1 : 0);
    this.#waiting.set(contentId, {orgId: actor.orgId, times, lastAt});
  }

  /** Resolves when everything added before this call is written. */
  flush(): Promise<void> {
    this.#writing = this.#writing.then(() => this.#write());
    return this.#writing;
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.flush();
  }

  /** Remembers a view. The map is in the order of the last views, so that the oldest is dropped first. */
  #remember(viewKey: string, at: number): void {
    this.#viewedAt.delete(viewKey);
    this.#viewedAt.set(viewKey, at);
    for (const [other, viewedAt] of this.#viewedAt) {
      if (this.#viewedAt.size <= MAX_REMEMBERED && at - viewedAt <= SAME_VIEW_MS) break;
      this.#viewedAt.delete(other);
    }
  }

  async #write(): Promise<void> {
    const batch = this.#waiting;
    if (batch.size === 0) return;
    this.#waiting = new Map();
    try {
      await addViews(this.db, batch);
    } catch (error) {
      // View counts are lost rather than retried: they are not worth holding anything up.
      this.log.error({err: error, content: batch.size}, "some views of content were not counted");
    }
  }
}

/** Adds counts in the order of ids, so that two processes cannot deadlock. */
async function addViews(db: Db, batch: ReadonlyMap<string, ViewCounts>): Promise<void> {
  const rows = [...batch].map(([id, {orgId, times, lastAt}]) => ({
    id,
    org_id: orgId,
    times,
    last_at: lastAt,
  }));
  await sql`
    insert into content_views as v (org_id, content_id, views, last_viewed_at)
    select c.org_id, c.id, r.times, r.last_at
    from json_to_recordset(${JSON.stringify(rows)}::json) as r (
        id text, org_id text, times bigint, last_at timestamptz)
      join content c on c.org_id = r.org_id and c.id = r.id
    order by c.id for key share of c
    on conflict (content_id) do update set views = v.views + excluded.views,
      last_viewed_at = greatest(v.last_viewed_at, excluded.last_viewed_at)`.execute(db);
}
