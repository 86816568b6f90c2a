import {Type} from "@sinclair/typebox";
import {sql} from "../../core/db.ts";
import {rowReaderOf, type Stored} from "../../core/validate.ts";
import {type ContentRow, viewContent} from "../../tenancy/content-kinds/content.ts";
import {type ContentKind, requirerOf} from "../../tenancy/content-kinds/kind.ts";
import {deleteCadenceAndStops, lastOf, lastSchema} from "../../tenancy/content-kinds/recurring.ts";
import {ActionTrigger, type ActionView, Effect} from "./schemas.ts";

const jsonColumns = Type.Object({
  trigger: ActionTrigger,
  effects: Type.Array(Effect),
  last_run: lastSchema(Type.String()),
});

export interface ActionRow extends ContentRow {
  trigger: ActionTrigger;
  effects: Effect[];
  active: boolean;
  run_as: string;
  paused_because: string | null;
  /** The next slot; null without a cadence or while the cadence is paused. */
  next_at: Date | null;
  last_run: ActionView["lastRun"];
}

/** Columns of an action `k`, with its next slot and its last run. */
const columns = sql`k.trigger, k.effects, k.active, k.run_as, k.paused_because, due.next_at,
  ${lastOf(sql`action_runs r where r.action_id = k.id and r.org_id = k.org_id and not r.dry_run`)} as last_run`;

export function viewAction(row: ActionRow): ActionView {
  const {id, name, ...rest} = viewContent(row);
  return {
    id,
    name,
    trigger: row.trigger,
    effects: row.effects,
    active: row.active,
    runAs: row.run_as,
    ...(!("cron" in row.trigger) ? {} : {nextRun: row.next_at?.toISOString() ?? null}),
    lastRun: row.last_run,
    ...(row.paused_because === null ? {} : {pausedBecause: row.paused_because}),
    ...rest,
  };
}

/** Deleting an action also deletes its runs. A run under way ends before its next effect. */
export const ACTION: ContentKind<
  Stored<ActionRow, keyof typeof jsonColumns.properties>,
  ActionRow,
  ActionView
> = {
  type: "action",
  columns: () => columns,
  joins: sql`left join cadences due on due.org_id = k.org_id and due.id = k.id`,
  read: rowReaderOf(jsonColumns, "the action"),
  view: viewAction,
  beforeDelete: deleteCadenceAndStops,
  /** The states are deleted after the action, because a check locks the action while it writes them. */
  async afterDelete(tx, {orgId}, {id}) {
    await sql`delete from action_states where org_id = ${orgId} and action_id = ${id}`.execute(tx);
  },
};

/** The action, if the caller has this right on it. Otherwise rejects with `not_found` or `missing_privilege`. */
export const requireAction = requirerOf(ACTION);
