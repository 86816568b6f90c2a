/**
 * What every route requires of its caller, written by hand from the contract and never from the code that the tests judge.
 * `who` is the privilege and its subject: `public`; `any` valid token; `admin` and `adminsvc`, an org-admin and an
 * org-admin's service account, with the scopes that the call would give away; `view`, `edit`, `own` and `share` for a piece
 * of content; `see` for a project, `see admin` for an org-admin who sees it, `see lead` for the lead of a team that it names;
 * `author` for a project's layer; `connection` for reading one; `inorg` for what everybody in the organization may read, and
 * only its owner or that owner's service account may change; `lead` and `inside` for a team; `run` for one's own run;
 * `embed` for an embed token; `metrics`; `mcp`; `browser` for a request with the session cookie.
 * The names in a path are resources of the world, and `with` is followed by the body. A write without a body of its own
 * gets one that no schema accepts, so that a caller with the right gets 422 and changes nothing.
 */
export const ROUTES = `
GET /                                                        | -      | public
GET /swagger                                                 | -      | public
GET /swagger/json                                            | -      | public
GET /swagger/:file                                           | -      | public
GET /healthz                                                 | -      | public
GET /readyz                                                  | -      | public
GET /metrics                                                 | -      | metrics
GET /api/whoami                                              | -      | any
GET /api/me                                                  | -      | browser
GET /api/orgs/:orgId/members                                 | read   | admin
POST /api/orgs/:orgId/members                                | write  | admin
GET /api/orgs/:orgId/members/:memberId                       | read   | admin
PATCH /api/orgs/:orgId/members/:memberId                     | write  | admin
DELETE /api/orgs/:orgId/members/:memberId                    | manage | admin
POST /api/orgs/:orgId/members/:memberId/password-link        | write  | admin
GET /api/orgs/:orgId/single-sign-on                          | read   | admin
POST /api/orgs/:orgId/single-sign-on/preview                 | write  | admin
DELETE /api/orgs/:orgId/members/:memberId/single-sign-on     | manage | admin
GET /api/orgs/:orgId/teams                                   | -      | any
POST /api/orgs/:orgId/teams                                  | write  | admin
GET /api/orgs/:orgId/teams/:teamId                           | -      | any
PATCH /api/orgs/:orgId/teams/:teamId                         | write  | admin
DELETE /api/orgs/:orgId/teams/:teamId                        | manage | admin
GET /api/orgs/:orgId/teams/:teamId/members                   | read   | inside
PUT /api/orgs/:orgId/teams/:teamId/members/:principalId      | write  | lead
DELETE /api/orgs/:orgId/teams/:teamId/members/:principalId   | manage | lead fresh
GET /api/orgs/:orgId/service-accounts                        | read   | admin
POST /api/orgs/:orgId/service-accounts                       | write  | admin
GET /api/orgs/:orgId/service-accounts/:serviceAccountId      | read   | admin
POST /api/orgs/:orgId/service-accounts/:serviceAccountId/rotate | write | admin read
DELETE /api/orgs/:orgId/service-accounts/:serviceAccountId   | manage | admin
GET /api/orgs/:orgId/audit-log                               | read   | admin
GET /api/orgs/:orgId/billing                                 | read   | admin
GET /api/orgs/:orgId/billing/usage                           | read   | admin
GET /api/orgs/:orgId/billing/invoices                        | read   | admin
POST /api/orgs/:orgId/billing/checkout                       | write  | admin
POST /api/orgs/:orgId/billing/portal                         | write  | admin
POST /api/billing/webhook                                    | -      | public
POST /api/webhooks/github                                    | -      | public
GET /api/orgs/:orgId/github/installations                    | read   | admin
POST /api/orgs/:orgId/github/installations                   | write  | admin
DELETE /api/orgs/:orgId/github/installations/:installationId | manage | admin fresh
GET /api/orgs/:orgId/github/installations/:installationId/repositories | read | admin
GET /github/setup                                            | -      | public
POST /github/setup                                           | -      | public
GET /github/app-manifest                                     | -      | public
DELETE /api/orgs/:orgId/recipients/:email                    | manage | admin
GET /api/orgs/:orgId/oauth-grants                            | read   | admin
DELETE /api/orgs/:orgId/oauth-grants/:grantId                | manage | admin fresh
GET /api/orgs/:orgId/embed-tokens                            | read   | admin
POST /api/orgs/:orgId/embed-tokens                           | write  | admin
DELETE /api/orgs/:orgId/embed-tokens/:embedTokenId           | manage | admin fresh
GET /.well-known/oauth-authorization-server                  | -      | public
GET /.well-known/oauth-authorization-server/mcp              | -      | public
GET /.well-known/oauth-protected-resource                    | -      | public
GET /.well-known/oauth-protected-resource/mcp                | -      | public
POST /oauth/register                                         | -      | public
GET /oauth/authorize                                         | -      | public
GET /oauth/authorize/:uid                                    | -      | public
POST /oauth/token                                            | -      | public
POST /oauth/revoke                                           | -      | public
GET /oauth/interaction/:uid                                  | -      | public
POST /oauth/interaction/:uid                                 | -      | public
GET /sign-in                                                 | -      | public
POST /sign-in                                                | -      | public
POST /sign-out                                               | -      | public
GET /sign-in/provider                                        | -      | public
POST /sign-in/provider                                       | -      | public
GET /sign-in/callback                                        | -      | public
POST /sign-out/back-channel                                  | -      | public
GET /sign-out/front-channel                                  | -      | public
POST /session-token                                          | -      | browser
GET /dashboards/:dashboardId                                 | -      | public
GET /charts/:chartId                                         | -      | public
GET /sheets/:sheetId                                         | -      | public
GET /explore/:model                                          | -      | public
GET /start                                                   | -      | public
GET /dashboards                                              | -      | public
GET /dashboards/:dashboardId/edit                            | -      | public
GET /charts                                                  | -      | public
GET /sheets                                                  | -      | public
GET /datasets                                                | -      | public
GET /datasets/:datasetId                                     | -      | public
GET /explore                                                 | -      | public
GET /evaluations                                             | -      | public
GET /ask                                                     | -      | public
GET /ask/:conversationId                                     | -      | public
GET /connections                                             | -      | public
GET /connections/:connectionId                               | -      | public
GET /projects                                                | -      | public
GET /projects/:projectId                                     | -      | public
GET /projects/:projectId/layer                               | -      | public
GET /projects/:projectId/versions                            | -      | public
GET /projects/:projectId/evaluations                         | -      | public
GET /projects/:projectId/verified-questions                  | -      | public
GET /projects/:projectId/evaluations/:evaluationId           | -      | public
GET /projects/:projectId/models/:model                       | -      | public
GET /schedules                                               | -      | public
GET /schedules/:scheduleId                                   | -      | public
GET /actions                                                 | -      | public
GET /actions/:actionId                                       | -      | public
GET /agents                                                  | -      | public
GET /agents/:agentId                                         | -      | public
GET /agents/:agentId/runs/:runId                             | -      | public
GET /runs                                                    | -      | public
GET /members                                                 | -      | public
GET /members/:memberId                                       | -      | public
GET /teams                                                   | -      | public
GET /teams/:teamId                                           | -      | public
GET /service-accounts                                        | -      | public
GET /applications                                            | -      | public
GET /single-sign-on                                          | -      | public
GET /embed-tokens                                            | -      | public
GET /audit-log                                               | -      | public
GET /billing                                                 | -      | public
GET /budget                                                  | -      | public
GET /github                                                  | -      | public
GET /frames/mail                                             | -      | public
GET /client/:file                                            | -      | public
GET /password                                                | -      | public
POST /password                                               | -      | public
GET /api/connections                                         | read   | any
POST /api/connections                                        | write  | adminsvc
GET /api/connections/types                                   | read   | any
GET /api/connections/:connectionId                           | read   | connection
PATCH /api/connections/:connectionId                         | write  | connection adminsvc
DELETE /api/connections/:connectionId                        | manage | connection adminsvc
POST /api/connections/:connectionId/test                     | write  | connection adminsvc
GET /api/projects                                            | read   | any
POST /api/projects                                           | write  | adminsvc
GET /api/projects/:projectId                                 | read   | see
PATCH /api/projects/:projectId                               | write  | author
DELETE /api/projects/:projectId                              | manage | author
POST /api/projects/:projectId/sync                           | write  | author
GET /api/projects/:projectId/syncs                           | read   | see
GET /api/projects/:projectId/syncs/:syncId                   | read   | see
POST /api/projects/:projectId/syncs/:syncId/approve          | write  | author
GET /api/projects/:projectId/rollups                         | read   | see
POST /api/projects/:projectId/rollups/suggest                | write  | see admin
POST /api/projects/:projectId/rollups/:rollup/build          | write  | author
GET /api/projects/:projectId/verified-questions              | read   | see
POST /api/projects/:projectId/verified-questions             | write  | see lead
GET /api/projects/:projectId/verified-questions/:verifiedQuestionId | read | see
PATCH /api/projects/:projectId/verified-questions/:verifiedQuestionId | write | see lead
DELETE /api/projects/:projectId/verified-questions/:verifiedQuestionId | write | see lead fresh
GET /api/projects/:projectId/evaluations                     | read   | see admin
POST /api/projects/:projectId/evaluations                    | write  | author
GET /api/projects/:projectId/evaluations/:evaluationId       | read   | see admin
DELETE /api/projects/:projectId/evaluations/:evaluationId    | write  | author
POST /api/projects/:projectId/write-back                     | write  | author
GET /api/projects/:projectId/write-backs                     | read   | see
GET /api/projects/:projectId/write-backs/:writeBackId        | read   | see
GET /api/projects/:projectId/schemas                         | write  | author
POST /api/projects/:projectId/introspect/preview             | write  | author
POST /api/projects/:projectId/introspect                     | write  | author
POST /api/projects/:projectId/joins                          | write  | author
POST /api/projects/:projectId/import                         | write  | author
GET /api/projects/:projectId/layer                           | read   | see
GET /api/projects/:projectId/layer/versions                  | read   | see
POST /api/projects/:projectId/layer/versions/:version/restore | write | author
GET /api/projects/:projectId/models                          | read   | see
GET /api/projects/:projectId/models/:model                   | read   | see
GET /api/projects/:projectId/datasets                        | read   | see
POST /api/projects/:projectId/datasets                       | write  | see
POST /api/query                                              | read   | see with query
POST /api/query/batch                                        | read   | any with queries
POST /api/query/detail                                       | read   | see with query
GET /api/query/runs                                          | read   | any
GET /api/query/runs/:runId                                   | read   | run
GET /api/query/runs/:runId/result                            | read   | run
DELETE /api/query/runs/:runId                                | read   | run
POST /api/sql                                                | read   | see with statement
POST /api/sql/detail                                         | read   | see with statement
GET /api/charts                                              | read   | any
POST /api/charts                                             | write  | any
POST /api/charts/preview                                     | read   | any
GET /api/charts/:chartId                                     | read   | view chart
PATCH /api/charts/:chartId                                   | write  | edit chart
DELETE /api/charts/:chartId                                  | manage | own chart
GET /api/charts/:chartId/data                                | read   | view chart
GET /api/charts/:chartId/image.png                           | read   | view chart
GET /api/charts/:chartId/image.svg                           | read   | view chart
GET /api/charts/:chartId/vega-lite                           | read   | view chart
GET /api/charts/:chartId/drawing                             | read   | view chart
GET /api/charts/:chartId/star                                | read   | view chart
PUT /api/charts/:chartId/star                                | read   | view chart with nothing
DELETE /api/charts/:chartId/star                             | read   | view chart
GET /api/dashboards                                          | read   | any
POST /api/dashboards                                         | write  | any
GET /api/dashboards/:dashboardId                             | read   | view dashboard
PATCH /api/dashboards/:dashboardId                           | write  | edit dashboard
DELETE /api/dashboards/:dashboardId                          | manage | own dashboard
PUT /api/dashboards/:dashboardId/layout                      | write  | edit dashboard
GET /api/dashboards/:dashboardId/filters                     | read   | view dashboard
POST /api/dashboards/:dashboardId/filters/values             | read   | view dashboard
POST /api/dashboards/:dashboardId/data                       | read   | view dashboard with nothing
POST /api/dashboards/:dashboardId/charts/:chartId/data       | read   | view dashboard chart with nothing
POST /api/dashboards/:dashboardId/charts/:chartId/drawing    | read   | view dashboard chart with nothing
GET /api/dashboards/:dashboardId/image.png                   | read   | view dashboard
GET /api/dashboards/:dashboardId/star                        | read   | view dashboard
PUT /api/dashboards/:dashboardId/star                        | read   | view dashboard with nothing
DELETE /api/dashboards/:dashboardId/star                     | read   | view dashboard
GET /api/sheets                                              | read   | any
POST /api/sheets                                             | write  | any
GET /api/sheets/:sheetId                                     | read   | view sheet
PUT /api/sheets/:sheetId                                     | write  | edit sheet
DELETE /api/sheets/:sheetId                                  | manage | own sheet
POST /api/sheets/:sheetId/calculate                          | read   | view sheet with nothing
GET /api/sheets/:sheetId/export.xlsx                         | read   | view sheet
GET /api/sheets/:sheetId/star                                | read   | view sheet
PUT /api/sheets/:sheetId/star                                | read   | view sheet with nothing
DELETE /api/sheets/:sheetId/star                             | read   | view sheet
GET /api/schedules                                           | read   | any
POST /api/schedules                                          | write  | any
POST /api/schedules/preview                                  | write  | any
GET /api/schedules/:scheduleId                               | read   | view schedule
PUT /api/schedules/:scheduleId                               | write  | edit schedule
DELETE /api/schedules/:scheduleId                            | write  | own schedule
PATCH /api/schedules/:scheduleId/active                      | write  | edit schedule
POST /api/schedules/:scheduleId/run                          | write  | share schedule
GET /api/schedules/:scheduleId/deliveries                    | read   | view schedule
GET /api/deliveries/:deliveryId                              | read   | view schedule
GET /api/deliveries/:deliveryId/files/:name                  | read   | view schedule chart
POST /api/deliveries/:deliveryId/retry                       | write  | share schedule
GET /api/actions                                             | read   | any
POST /api/actions                                            | write  | any
GET /api/actions/:actionId                                   | read   | view action
PUT /api/actions/:actionId                                   | write  | edit action
DELETE /api/actions/:actionId                                | manage | own action
PATCH /api/actions/:actionId/active                          | write  | edit action
GET /api/actions/:actionId/runs                              | read   | view action
POST /api/actions/:actionId/runs                             | write  | edit action
GET /api/actions/:actionId/runs/:runId                       | read   | view action
DELETE /api/actions/:actionId/runs/:runId                    | write  | edit action
GET /api/agents                                              | read   | any
POST /api/agents                                             | write  | adminsvc
GET /api/agents/models                                       | read   | any
GET /api/agents/:agentId                                     | read   | inorg
PUT /api/agents/:agentId                                     | write  | inorg adminsvc
DELETE /api/agents/:agentId                                  | manage | inorg agent
PATCH /api/agents/:agentId/active                            | write  | inorg adminsvc
POST /api/agents/:agentId/run                                | write  | inorg adminsvc
GET /api/agents/:agentId/runs                                | read   | inorg
GET /api/agents/:agentId/runs/:runId                         | read   | inorg
DELETE /api/agents/:agentId/runs/:runId                      | write  | inorg adminsvc
GET /api/agents/:agentId/runs/:runId/events                  | read   | inorg
POST /api/ask                                                | read   | any
GET /api/ask/:runId                                          | read   | run
DELETE /api/ask/:runId                                       | read   | run fresh
GET /api/ask/:runId/events                                   | read   | run
GET /api/conversations                                       | read   | any
GET /api/conversations/:conversationId                       | read   | run
DELETE /api/conversations/:conversationId                    | read   | run fresh
GET /api/orgs/:orgId/llm-budget                              | read   | admin
PUT /api/orgs/:orgId/llm-budget                              | write  | admin
GET /api/orgs/:orgId/llm-usage                               | read   | admin
GET /api/datasets                                            | read   | any
GET /api/datasets/:datasetId                                 | read   | view dataset
GET /api/datasets/:datasetId/data                            | read   | view dataset
GET /api/datasets/:datasetId/usage                           | read   | view dataset
GET /api/datasets/:datasetId/star                            | read   | view dataset
PUT /api/datasets/:datasetId/star                            | read   | view dataset with nothing
DELETE /api/datasets/:datasetId/star                         | read   | view dataset
DELETE /api/datasets/:datasetId                              | manage | own dataset
GET /api/grants                                              | read   | view chart
POST /api/grants                                             | write  | share chart with grant
DELETE /api/grants/:grantId                                  | manage | share chart fresh
GET /api/embed/resource                                      | -      | embed
POST /api/embed/filters/values                               | -      | embed
POST /api/embed/charts/:chartId/data                         | -      | embed with nothing
GET /embed                                                   | -      | public
GET /embed/:file                                             | -      | public
GET /unsubscribe                                             | -      | public
POST /unsubscribe                                            | -      | public
POST /mcp                                                    | -      | mcp
ALL /mcp                                                     | -      | public
`;

/**
 * The needs of every tool: its scope, and the right on what its arguments name. With `project`, the named project is one that
 * the caller may not see; with `rows`, the model in it is queried.
 */
export const TOOL_NEEDS = `
whoami             | read  | any
list_teams         | read  | any
list_projects      | read  | any
list_connections   | read  | any
list_charts        | read  | any
list_dashboards    | read  | any
list_datasets      | read  | any
list_sheets        | read  | any
list_schedules     | read  | any
list_actions       | read  | any
list_grants        | read  | view chart
get_resource       | read  | view sheet
get_data           | read  | view chart
list_agents        | read  | any
get_agent_run      | read  | inorg
run_agent          | write | inorg adminsvc
list_models        | read  | see
describe_model     | read  | see
search_fields      | read  | see
list_field_values  | read  | see
validate_query     | read  | see
validate_resource  | read  | any
run_query          | read  | see
run_sql            | read  | see
get_chart_image    | read  | view chart
create_chart       | write | any
create_dashboard   | write | any
create_dataset     | write | see
create_sheet       | write | any
create_schedule    | write | any
create_action      | write | any
create_grant       | write | share chart
update_resource    | write | edit sheet
delete_resource    | manage | own chart
run_schedule       | write | share schedule
run_action         | write | edit action
`;

export interface Need {
  method: string;
  path: string;
  scope: "read" | "write" | "manage" | undefined;
  who: string;
  /** What the right is on, where it is one on content. */
  on: string[];
  body: string | undefined;
  /** Whether the call removes its subject, so that each call needs a subject of its own. */
  isFresh: boolean;
}

export function readNeeds(table: string): Need[] {
  return table
    .trim()
    .split("\n")
    .map(line => {
      const [name = "", scope = "", privilege = ""] = line.split("|").map(cell => cell.trim());
      const [method = "", path = ""] = name.split(" ");
      const [rights = "", body] = privilege.split(" with ");
      const [who = "", ...on] = rights.split(" ");
      const known = scope === "read" || scope === "write" || scope === "manage" ? scope : undefined;
      return {
        method,
        path,
        scope: known,
        who,
        on: on.filter(word => word !== "fresh"),
        body,
        isFresh: on.includes("fresh"),
      };
    });
}

/** The right that each effect of a manual action run needs besides the right to edit the action, by the contract, too. */
export const BY_HAND = {
  email: "nothing",
  run_delivery: "share schedule",
  run_agent: "adminsvc",
  sync_project: "adminsvc",
  snapshot_dataset: "manage",
} as const;
