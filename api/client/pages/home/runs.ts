import {element, notice} from "../../document/dom.ts";
import type {Session} from "../../service/session.ts";
import type {QueryRun as Run} from "../automation/data.ts";
import {type Model, titleInName, titleOfModel} from "../explore/fields.ts";
import {explorePage} from "./explore-page.ts";

const WHEN = new Intl.DateTimeFormat(undefined, {dateStyle: "medium", timeStyle: "short"});

const SECONDS = new Intl.NumberFormat(undefined, {minimumFractionDigits: 2, maximumFractionDigits: 2});

/** The person's own latest queries. `pages` has the paths of explore pages to link to. */
export async function runSection(session: Session, pages: ReadonlySet<string>): Promise<HTMLElement> {
  const runs: Run[] = await (await session.request("GET", "/api/query/runs?limit=10")).json();
  const labelled: Labelled[] = [];
  const link = ({model, projectId, asked}: Run) => {
    const page = explorePage(model, projectId);
    const name = element("bdi", {}, asked ? describeQuery(model, asked) : model);
    if (asked && pages.has(page)) labelled.push({path: pathOfModel(projectId, model), name, asked});
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
      element("td", {class: "number"}, rowCount?.toLocaleString() ?? "–"),
      element("td", {class: "number"}, durationMs === null ? "–" : `${SECONDS.format(durationMs / 1000)} s`),
    );
  });
  const table = element(
    "table",
    {},
    element("thead", {}, element("tr", {}, ...head)),
    element("tbody", {}, ...body),
  );
  void addLabels(session, labelled);
  return element(
    "section",
    {"aria-labelledby": "runs"},
    element("h2", {id: "runs"}, "Your latest queries"),
    runs.length === 0
      ? notice("You have run no query yet.")
      : element(
          "div",
          {class: "table", tabindex: "0", role: "region", "aria-label": "Table of your latest queries"},
          table,
        ),
  );
}

interface Labelled {
  path: string;
  name: HTMLElement;
  asked: NonNullable<Run["asked"]>;
}

/** Puts the labels of the models and their fields in place of names. Where a model cannot be read, its names stay. */
async function addLabels(session: Session, labelled: readonly Labelled[]): Promise<void> {
  const models = Map.groupBy(labelled, ({path}) => path);
  const add = async (path: string, of: readonly Labelled[]) => {
    const model: Model = await (await session.request("GET", path)).json();
    const titles = (names: readonly string[]) => names.map(name => titleInName(model, name)).join(", ");
    for (const {name, asked} of of) {
      const parts = [titles(asked.measures), titles(asked.dimensions)].filter(Boolean);
      name.textContent = [titleOfModel(model), parts.join(" by ")].filter(Boolean).join(": ");
    }
  };
  await Promise.allSettled([...models].map(([path, of]) => add(path, of)));
}

function pathOfModel(projectId: string, model: string): string {
  return `/api/projects/${encodeURIComponent(projectId)}/models/${encodeURIComponent(model)}`;
}

/** A query in short: `flights: count, average_delay by date.month, origin.state`. */
function describeQuery(model: string, {dimensions, measures}: NonNullable<Run["asked"]>): string {
  const own = (name: string) => (name.startsWith(`${model}.`) ? name.slice(model.length + 1) : name);
  const parts = [measures.map(own).join(", "), dimensions.map(own).join(", ")].filter(Boolean);
  return parts.length > 0 ? `${model}: ${parts.join(" by ")}` : model;
}

/** The address that runs the query again, without its filters: the history stores none of their values. */
function askedAgain(page: string, {dimensions, measures}: NonNullable<Run["asked"]>): string {
  const parameters = [...dimensions.map(name => ["d", name]), ...measures.map(name => ["m", name])];
  return page + parameters.map(([key, name = ""]) => `&${key}=${encodeURIComponent(name)}`).join("");
}
