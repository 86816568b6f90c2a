/**
 * The addresses of pages for people, each with the title of its document. A segment that begins with `:` matches any
 * text. The service and the page's script both take the first address that matches.
 */
export const ADDRESSES = {
  home: {path: "/", title: "Analytics Service"},
  start: {path: "/start", title: "Get started"},
  ask: {path: "/ask", title: "Ask"},
  conversation: {path: "/ask/:conversationId", title: "Ask"},
  dashboards: {path: "/dashboards", title: "Dashboards"},
  dashboard: {path: "/dashboards/:dashboardId", title: "Dashboard"},
  editDashboard: {path: "/dashboards/:dashboardId/edit", title: "Edit dashboard"},
  charts: {path: "/charts", title: "Charts"},
  chart: {path: "/charts/:chartId", title: "Chart"},
  sheets: {path: "/sheets", title: "Sheets"},
  sheet: {path: "/sheets/:sheetId", title: "Sheet"},
  datasets: {path: "/datasets", title: "Datasets"},
  dataset: {path: "/datasets/:datasetId", title: "Dataset"},
  exploreAny: {path: "/explore", title: "Explore"},
  explore: {path: "/explore/:model", title: "Explore"},
  connections: {path: "/connections", title: "Connections"},
  connection: {path: "/connections/:connectionId", title: "Connection"},
  projects: {path: "/projects", title: "Projects"},
  project: {path: "/projects/:projectId", title: "Project"},
  layer: {path: "/projects/:projectId/layer", title: "Review the layer"},
  versions: {path: "/projects/:projectId/versions", title: "Versions of the layer"},
  evaluations: {path: "/projects/:projectId/evaluations", title: "Evaluations"},
  verifiedQuestions: {path: "/projects/:projectId/verified-questions", title: "Verified questions"},
  evaluation: {path: "/projects/:projectId/evaluations/:evaluationId", title: "Evaluation"},
  model: {path: "/projects/:projectId/models/:model", title: "Model"},
  evaluationsAny: {path: "/evaluations", title: "Evaluations"},
  schedules: {path: "/schedules", title: "Schedules"},
  schedule: {path: "/schedules/:scheduleId", title: "Schedule"},
  actions: {path: "/actions", title: "Actions"},
  action: {path: "/actions/:actionId", title: "Action"},
  agents: {path: "/agents", title: "Agents"},
  agent: {path: "/agents/:agentId", title: "Agent"},
  agentRun: {path: "/agents/:agentId/runs/:runId", title: "Report"},
  runs: {path: "/runs", title: "Runs"},
  members: {path: "/members", title: "Members"},
  member: {path: "/members/:memberId", title: "Member"},
  teams: {path: "/teams", title: "Teams"},
  team: {path: "/teams/:teamId", title: "Team"},
  serviceAccounts: {path: "/service-accounts", title: "Service accounts"},
  applications: {path: "/applications", title: "Applications"},
  singleSignOn: {path: "/single-sign-on", title: "Single sign-on"},
  embedTokens: {path: "/embed-tokens", title: "Embed tokens"},
  auditLog: {path: "/audit-log", title: "Audit log"},
  billing: {path: "/billing", title: "Billing"},
  budget: {path: "/budget", title: "Budget of agents"},
  github: {path: "/github", title: "GitHub"},
} as const satisfies Readonly<Record<string, {path: `/${string}`; title: string}>>;

export type PageName = keyof typeof ADDRESSES;

export interface PageMatch {
  page: PageName;
  /** The decoded path segments, by the names of the pattern's `:segment`s. */
  parameters: Readonly<Record<string, string>>;
}

const PATTERNS = Object.entries(ADDRESSES).map(([page, {path}]) => ({
  page: page as PageName,
  segments: path.split("/"),
}));

/** The page at a path of this service; `undefined` where there is none. */
export function matchPage(pathname: string): PageMatch | undefined {
  const given = pathname.split("/");
  for (const {page, segments} of PATTERNS) {
    if (segments.length !== given.length) continue;
    const parameters: Record<string, string> = {};
    const fits = segments.every((segment, i) => {
      const text = given[i] ?? "";
      if (!segment.startsWith(":")) return segment === text;
      const value = decoded(text);
      if (value !== undefined) parameters[segment.slice(1)] = value;
      return value !== undefined;
    });
    if (fits) return {page, parameters};
  }
  return undefined;
}

/** The path of a resource's page; `undefined` for a type of resource that has none of its own. */
export function pathOfResource(type: string, id: string): string | undefined {
  const path = `/${type}s/${encodeURIComponent(id)}`;
  return matchPage(path)?.page === type ? path : undefined;
}

/** The decoded segment; `undefined` where it is empty or not valid URI encoding. */
function decoded(segment: string): string | undefined {
  if (segment === "") return undefined;
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}
