import {ADDRESSES, type PageName} from "./addresses.ts";

interface Section {
  title: string;
  /** The pages that the section's own navigation leads to; the section opens with the first. */
  pages: readonly {page: PageName; title: string}[];
  /** Further pages that belong to the section. */
  within: readonly PageName[];
  /** Whether only org-admins may call what the pages call. */
  admin?: true;
}

/** The main navigation. */
export const SECTIONS: readonly Section[] = [
  {title: "Home", pages: [{page: "home", title: "Home"}], within: ["start"]},
  {title: "Ask", pages: [{page: "ask", title: "Ask"}], within: ["conversation"]},
  {title: "Explore", pages: [{page: "exploreAny", title: "Explore"}], within: ["explore"]},
  {
    title: "Content",
    pages: [
      {page: "dashboards", title: "Dashboards"},
      {page: "charts", title: "Charts"},
      {page: "sheets", title: "Sheets"},
    ],
    within: ["dashboard", "editDashboard", "chart", "sheet"],
  },
  {
    title: "Automation",
    pages: [
      {page: "runs", title: "What ran"},
      {page: "schedules", title: "Schedules"},
      {page: "actions", title: "Actions"},
      {page: "agents", title: "Agents"},
    ],
    within: ["schedule", "action", "agent", "agentRun"],
  },
  {
    title: "Data",
    pages: [
      {page: "projects", title: "Models"},
      {page: "connections", title: "Connections"},
      {page: "datasets", title: "Datasets"},
    ],
    within: ["project", "layer", "versions", "model", "connection", "dataset"],
  },
  {
    title: "Organization",
    pages: [
      {page: "members", title: "Members"},
      {page: "teams", title: "Teams"},
      {page: "serviceAccounts", title: "Service accounts"},
      {page: "applications", title: "Applications"},
      {page: "singleSignOn", title: "Single sign-on"},
      {page: "github", title: "GitHub"},
      {page: "billing", title: "Billing"},
      {page: "budget", title: "Budget"},
      {page: "auditLog", title: "Audit log"},
    ],
    within: ["member", "team"],
    admin: true,
  },
];

export function sectionOf(page: PageName): Section | undefined {
  return SECTIONS.find(({pages, within}) => within.includes(page) || pages.some(one => one.page === page));
}

/** The path that a section opens with. */
export function pathOf({pages}: Section): string {
  return ADDRESSES[pages[0]?.page ?? "home"].path;
}
