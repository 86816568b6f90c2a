/** Statements that no test can prepare as they are, with the reason. */
export const NOT_PREPARED: Record<string, string> = {
  "bin/org-delete/tables.ts": "reads the names of all tables with rows of organizations from the catalog",
  "shared/querying/queries/run-days.ts":
    "makes and drops partitions, whose names are days: no plan has a place for a name",
  "shared/tenancy/content-kinds/one-transaction.ts": "`set transaction`, which is never prepared",
};

/** Statements assembled from parts that their callers supply. The parts belong together and are not distinguished. */
export const OF_ANY_ROW: Record<string, string> = {
  "shared/tenancy/content-kinds/kind.ts":
    "each kind of content brings its table, its columns and the row that they are read into",
};

/** The `from` of Kysely's queries whose expressions name its tables. */
export const SELECTED_FROM: Record<string, string> = {
  "shared/tenancy/content-rights/rights.ts": "content c",
  "shared/identity/organization/teams.ts": "teams",
  "shared/identity/organization/audit-log.ts": "audit_log a",
};

/** Columns that are selected for their effect. */
export const FOR_EFFECT = new Set(["set_config", "pg_notify", "job", "plans"]);

const COUNTED = "copied from `usage_counters`, whose check limits it";
const RECORDED = "the type of an event, which `recordEvent` alone writes";
const OF_A_BUILD = "a build that has succeeded has it, as `build-run.ts` writes it";
const OF_OIDC = "written by oidc-provider and handed back to it as it was; no schema of ours";
const BY_TILE =
  "lists that the statement itself builds from typed columns; they are not parsed, and the cost of parsing is not measured";
const MADE_FOR = "embed tokens are made for charts and dashboards alone";
const IN_USE = "a type whose content names datasets as models, which dashboards and datasets do not";
const SUSPECT = "null together with `worker_ids`, which is checked first";

/** By file and column: why a declared type is right although the database does not guarantee it. */
export const TRUE_ALL_THE_SAME: Record<string, string> = {
  "shared/automation/evaluations/read-evaluations.ts model":
    "each definition that is written names its model",
  "api/oauth/store.ts metadata": OF_OIDC,
  "api/oauth/store.ts payload": OF_OIDC,
  "api/oauth/store.ts spent": "null counts as not spent, as `false` does",
  "shared/tenancy/billing/plan-status.ts period_end":
    "a `case` with an `else`, over columns that its conditions prove",
  "shared/tenancy/billing/plan-status.ts period_start":
    "a `case` with an `else`, over columns that its conditions prove",
  "shared/tenancy/billing/plan-status.ts read_only":
    "`grace_until` is null only where the status does not ask for it",
  "shared/tenancy/billing/usage-view.ts meter": COUNTED,
  "shared/content/dashboards/list.ts chart_id": BY_TILE,
  "shared/content/dashboards/list.ts chart_name": BY_TILE,
  "shared/content/dashboards/list.ts h": BY_TILE,
  "shared/content/dashboards/list.ts level": BY_TILE,
  "shared/content/dashboards/list.ts type": BY_TILE,
  "shared/content/dashboards/list.ts w": BY_TILE,
  "shared/content/dashboards/list.ts x": BY_TILE,
  "shared/content/dashboards/list.ts y": BY_TILE,
  "shared/content/datasets/uses.ts type": IN_USE,
  "shared/surfaces/embed/tokens.ts type": MADE_FOR,
  "shared/querying/layers/query-project.ts dataAsOf": OF_A_BUILD,
  "shared/querying/layers/query-project.ts rowCount": OF_A_BUILD,
  "shared/querying/layers/query-project.ts signature": OF_A_BUILD,
  "shared/identity/sign-in/grants.ts user_email":
    "users alone grant, and a check of `principals` gives each an address",
  "shared/identity/organization/audit-log.ts value": "shown as it was written, by `audit` alone",
  "shared/identity/organization/transfer-run-as.ts active": "null counts as paused, as `false` does",
  "worker/action-runs/run.ts event": RECORDED,
  "worker/billing/reconcile-usage.ts meter": COUNTED,
  "worker/billing/report-usage.ts meter": COUNTED,
  "worker/tasks/check-group.ts event": RECORDED,
  "worker/tasks/plan-checks.ts event": RECORDED,
  "worker/tasks/run-query.ts ago_ms": SUSPECT,
  "worker/tasks/run-query.ts fingerprint": SUSPECT,
  "worker/tasks/run-query.ts org_id": SUSPECT,
};
