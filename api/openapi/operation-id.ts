import {capitalised} from "../../shared/core/one-line.ts";

const VERBS: Readonly<Record<string, string>> = {
  get: "get",
  put: "replace",
  patch: "update",
  delete: "delete",
  post: "create",
};

/** Operations whose generated name would read badly. */
const IRREGULAR: Readonly<Record<string, string>> = {
  "get /.well-known/oauth-authorization-server": "getAuthorizationServer",
  "get /.well-known/oauth-protected-resource": "getProtectedResource",
  "get /healthz": "getLiveness",
  "get /readyz": "getReadiness",
  "get /metrics": "getMetrics",
  "get /unsubscribe": "getUnsubscription",
  "post /unsubscribe": "unsubscribe",
  "post /mcp": "callMcp",
  "post /oauth/register": "registerClient",
  "get /oauth/authorize": "authorize",
  "post /oauth/token": "exchangeToken",
  "post /oauth/revoke": "revokeToken",
  "post /api/query": "runQuery",
  "post /api/query/batch": "runQueries",
  "get /api/query/runs": "listQueryRuns",
  "delete /api/query/runs/{runId}": "cancelQueryRun",
  "delete /api/projects/{projectId}/evaluations/{evaluationId}": "cancelEvaluation",
  "delete /api/actions/{actionId}/runs/{runId}": "cancelActionRun",
  "delete /api/agents/{agentId}/runs/{runId}": "cancelAgentRun",
  "get /api/agents/{agentId}/runs/{runId}/events": "watchAgentRun",
  "post /api/query/detail": "compileQuery",
  "get /api/connections/types": "listConnectionTypes",
  "get /api/agents/models": "listAgentModels",
  "post /api/projects/{projectId}/introspect": "applyLayer",
  "post /api/projects/{projectId}/introspect/preview": "previewLayer",
  "post /api/projects/{projectId}/import": "importLayer",
  "post /api/projects/{projectId}/rollups/suggest": "suggestRollups",
  "post /api/orgs/{orgId}/members/{memberId}/password-link": "createPasswordLink",
  "put /api/orgs/{orgId}/teams/{teamId}/members/{principalId}": "addTeamMember",
  "post /api/orgs/{orgId}/billing/checkout": "createCheckout",
  "post /api/orgs/{orgId}/billing/portal": "createBillingPortal",
  "post /api/billing/webhook": "receiveStripeEvent",
  "post /api/webhooks/github": "receiveGithubDelivery",
  "get /api/embed/resource": "getEmbeddedResource",
  "post /api/embed/charts/{chartId}/data": "runEmbeddedChart",
  "post /api/embed/filters/values": "listEmbeddedFilterValues",
  "post /api/dashboards/{dashboardId}/data": "runDashboard",
  "post /api/dashboards/{dashboardId}/filters/values": "listDashboardFilterValues",
  "post /api/dashboards/{dashboardId}/charts/{chartId}/data": "runDashboardChart",
  "post /api/dashboards/{dashboardId}/charts/{chartId}/drawing": "getDashboardChartDrawing",
};

/** Last segments of a path that are the verb of a POST. */
const ACTS = new Set([
  "approve",
  "build",
  "calculate",
  "preview",
  "restore",
  "retry",
  "rotate",
  "run",
  "sync",
  "test",
]);
/**
 * The operation's name in generated clients: `listCharts`, `getChart`, `rotateServiceAccount`. It is derived from method
 * and path, so that it is stable when a description changes.
 */
export function operationId(method: string, path: string): string {
  const irregular = IRREGULAR[`${method} ${path}`];
  if (irregular !== undefined) return irregular;
  const words = path
    .replace(/^\/api\//, "/")
    .replace(/^\/orgs\/\{orgId\}/, "")
    .split("/")
    .filter(Boolean);
  const isParameter = (word = "") => word.startsWith("{");
  const last = words.at(-1) ?? "";
  const nouns = words.flatMap((word, i) =>
    isParameter(word) ? [] : [isParameter(words[i + 1]) ? singular(word) : word],
  );
  const parent = () => camel(nouns.slice(0, -1).map(singular));
  if (last === "star" && method !== "get") return `${method === "put" ? "star" : "unstar"}${parent()}`;
  if (method === "post" && ACTS.has(last)) return `${last}${parent()}`;
  if (method === "get" && !isParameter(last) && isPlural(last)) return `list${camel(nouns)}`;
  return `${VERBS[method] ?? method}${camel(method === "post" ? nouns.map(singular) : nouns)}`;
}

function isPlural(word: string): boolean {
  return /[^s]s$/.test(word);
}

function singular(word: string): string {
  return isPlural(word) ? word.replace(/ies$/, "y").replace(/s$/, "") : word;
}

function camel(words: readonly string[]): string {
  return words
    .flatMap(word => word.split(/[^A-Za-z0-9]+/))
    .filter(Boolean)
    .map(capitalised)
    .join("");
}
