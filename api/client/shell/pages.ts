import type {ComponentType} from "preact";
import type {PageName} from "../../page-urls/addresses.ts";
import type {PageProps} from "./page-props.ts";

/**
 * A page that is a component (`load`), or a module that fills `main` by itself when it is imported (`alone`). Pages of
 * components replace each other on one document; any other page is loaded as a new document.
 */
type PageModule =
  | {load: () => Promise<{default: ComponentType<PageProps>}>}
  | {alone: () => Promise<unknown>};

/** The module of each page. */
export const PAGES: Readonly<Partial<Record<PageName, PageModule>>> = {
  start: {load: () => import("../pages/start/start.tsx")},
  ask: {load: () => import("../pages/ask/ask.tsx")},
  conversation: {load: () => import("../pages/ask/conversation.tsx")},
  connections: {load: () => import("../pages/connections/connections.tsx")},
  connection: {load: () => import("../pages/connections/connection.tsx")},
  projects: {load: () => import("../pages/layer/projects.tsx")},
  project: {load: () => import("../pages/layer/project.tsx")},
  layer: {load: () => import("../pages/layer/layer.tsx")},
  versions: {load: () => import("../pages/layer/versions.tsx")},
  evaluationsAny: {load: () => import("../pages/evaluations/evaluations-any.tsx")},
  evaluations: {load: () => import("../pages/evaluations/evaluations.tsx")},
  verifiedQuestions: {load: () => import("../pages/evaluations/verified-questions.tsx")},
  evaluation: {load: () => import("../pages/evaluations/evaluation.tsx")},
  model: {load: () => import("../pages/layer/model.tsx")},
  dashboards: {load: () => import("../pages/content/dashboards.tsx")},
  charts: {load: () => import("../pages/content/charts.tsx")},
  datasets: {load: () => import("../pages/datasets/datasets.tsx")},
  dataset: {load: () => import("../pages/datasets/dataset.tsx")},
  sheets: {load: () => import("../pages/content/sheets.tsx")},
  editDashboard: {load: () => import("../pages/dashboard/edit-dashboard.tsx")},
  schedules: {load: () => import("../pages/schedules/schedules.tsx")},
  schedule: {load: () => import("../pages/schedules/schedule.tsx")},
  runs: {load: () => import("../pages/automation/runs.tsx")},
  actions: {load: () => import("../pages/automation/actions.tsx")},
  action: {load: () => import("../pages/automation/action.tsx")},
  agents: {load: () => import("../pages/automation/agents.tsx")},
  agent: {load: () => import("../pages/automation/agent.tsx")},
  agentRun: {load: () => import("../pages/automation/agent-run.tsx")},
  members: {load: () => import("../pages/organization/members.tsx")},
  member: {load: () => import("../pages/organization/member.tsx")},
  teams: {load: () => import("../pages/organization/teams.tsx")},
  team: {load: () => import("../pages/organization/team.tsx")},
  serviceAccounts: {load: () => import("../pages/organization/service-accounts.tsx")},
  applications: {load: () => import("../pages/organization/applications.tsx")},
  singleSignOn: {load: () => import("../pages/organization/single-sign-on.tsx")},
  embedTokens: {load: () => import("../pages/organization/embed-tokens.tsx")},
  auditLog: {load: () => import("../pages/organization/audit-log.tsx")},
  billing: {load: () => import("../pages/organization/billing.tsx")},
  budget: {load: () => import("../pages/organization/budget.tsx")},
  github: {load: () => import("../pages/organization/github.tsx")},
  exploreAny: {load: () => import("../pages/explore/choose-model.tsx")},
  home: {alone: () => import("../pages/home/home.ts")},
  dashboard: {alone: () => import("../pages/dashboard/saved-content.ts")},
  chart: {alone: () => import("../pages/dashboard/saved-content.ts")},
  sheet: {alone: () => import("../pages/content/sheet.ts")},
  explore: {alone: () => import("../pages/explore/explore.ts")},
};
