import {element, notice} from "../../document/dom.ts";
import type {Session} from "../../service/session.ts";
import {explorePage} from "./explore-page.ts";

interface Run {
  id: string;
  projectId: string;
  model: string;
  asked: {dimensions: string[]; measures: string[]} | null;
  status: string;
  rowCount: number | null;
  durationMs: number | null;
  createdAt: string;
}

const WHEN = new Intl.DateTimeFormat(undefined, {dateStyle: "medium", timeStyle: "short"});

/** The person's own latest queries. `pages` has the paths of explore pages to link to. */
export async function runSection(session: Session, pages: ReadonlySet<string>): Promise<HTMLElement> {
  const runs: Run[] = await (await session.ask("GET", "/api/query/runs?limit=10")).json();
  const link = ({model, projectId, asked}: Run) => {
    const page = explorePage(model, projectId);
    const name = element("bdi", {}, asked ? wordsOf(model, asked) : model);
    return pages.has(page) ? element("a", {href: asked ? askedAgain(page, asked) : page}, name) : name;
  };
  const head = ["When", "Asked", "Status", "Rows", "Time"].map((text, column) =>
    element("th", {scope: "col", ...(column > 2 ? {class: "number"} : {})}, text),
  );
  const body = runs.map(run => {
    const {createdAt, status, rowCount, durationMs} = run;
    return element(
      "tr",
      {},
      element("td", {}, WHEN.format(new Date(createdAt))),
      element("td", {}, link(run)),
      element("td", {}, status),
      element("td", {class: "number"}, rowCount?.toLocaleString("en") ?? "–"),
      element("td", {class: "number"}, durationMs === null ? "–" : `${(durationMs / 1000).toFixed(2)} s`),
    );
  });
  const table = element(
    "table",
    {},
    element("thead", {}, element("tr", {}, ...head)),
    element("tbody", {}, ...body),
  );
  return element(
    "section",
    {"aria-labelledby": "runs"},
    element("h2", {id: "runs"}, "Your latest queries"),
    runs.length === 0
      ? notice("You have asked nothing yet.")
      : element(
          "div",
          {class: "table", tabindex: "0", role: "region", "aria-label": "Table of your latest queries"},
          table,
        ),
  );
}

/** A query in short: `flights: count, average_delay by date.month, origin.state`. */
function wordsOf(model: string, {dimensions, measures}: NonNullable<Run["asked"]>): string {
  const own = (name: string) => (name.startsWith(`${model}.`) ? name.slice(model.length + 1) : name);
  const parts = [measures.map(own).join(", "), dimensions.map(own).join(", ")].filter(Boolean);
  return parts.length > 0 ? `${model}: ${parts.join(" by ")}` : model;
}

/** The address that asks the query again, without its filters: the history stores none of their values. */
function askedAgain(page: string, {dimensions, measures}: NonNullable<Run["asked"]>): string {
  const parameters = [...dimensions.map(name => ["d", name]), ...measures.map(name => ["m", name])];
  return page + parameters.map(([key, name = ""]) => `&${key}=${encodeURIComponent(name)}`).join("");
}
