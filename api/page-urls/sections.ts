import {ADDRESSES, type PageName} from "./addresses.ts";

interface Section {
  title: string;
  /** The pages in the section's navigation, each with the pages below it. The section opens with the first page. */
  pages: readonly {page: PageName; title: string; within?: readonly PageName[]}[];
  /** Whether the calls of the section's pages are open to org-admins only. */
  admin?: true;
}

const EVALUATIONS = ["verifiedQuestions", "evaluationsAny", "evaluations", "evaluation"] as const;

/** The main navigation. */
export const SECTIONS: readonly Section[] = [
  {title: "Home", pages: [{page: "home", title: "Home", within: ["start"]}]},
  {title: "Ask", pages: [{page: "ask", title: "Ask", within: ["conversation"]}]},
  {title: "Explore", pages: [{page: "exploreAny", title: "Explore", within: ["explore"]}]},
  {
    title: "Content",
    pages: [
      {page: "dashboards", title: "Dashboards", within: ["dashboard", "editDashboard"]},
      {page: "charts", title: "Charts", within: ["chart"]},
      {page: "sheets", title: "Sheets", within: ["sheet"]},
    ],
  },
  {
    title: "Automation",
    pages: [
      {page: "runs", title: "Runs"},
      {page: "schedules", title: "Schedules", within: ["schedule"]},
      {page: "actions", title: "Actions", within: ["action"]},
      {page: "agents", title: "Agents", within: ["agent", "agentRun"]},
    ],
  },
  {
    title: "Data",
    pages: [
      {
        page: "projects",
        title: "Models",
        within: ["project", "layer", "versions", "model", ...EVALUATIONS],
      },
      {page: "connections", title: "Connections", within: ["connection"]},
      {page: "datasets", title: "Datasets", within: ["dataset"]},
    ],
  },
  {
    title: "Organization",
    pages: [
      {page: "members", title: "Members", within: ["member"]},
      {page: "teams", title: "Teams", within: ["team"]},
      {page: "serviceAccounts", title: "Service accounts"},
      {page: "applications", title: "Applications"},
      {page: "embedTokens", title: "Embed tokens"},
      {page: "singleSignOn", title: "Single sign-on"},
      {page: "github", title: "GitHub"},
      {page: "billing", title: "Billing"},
      {page: "budget", title: "Budget"},
      {page: "auditLog", title: "Audit log"},
    ],
    admin: true,
  },
];

export function sectionOf(page: PageName): Section | undefined {
  return SECTIONS.find(({pages}) => pages.some(one => isUnder(one, page)));
}

/** Whether `page` is the page of the navigation entry, or a page below that page. */
export function isUnder(one: Section["pages"][number], page: PageName): boolean {
  return one.page === page || one.within?.includes(page) === true;
}

/** The path that a section opens with. */
export function pathOf({pages}: Section): string {
  return ADDRESSES[pages[0]?.page ?? "home"].path;
}
