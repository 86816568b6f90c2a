import type {Graph} from "../../../../shared/semantic/documents.ts";
import {type Service, segment, service} from "../../service/service.ts";
import {roleOf} from "./graph-edits.ts";

/** A saved resource that queries a model, or that shows, sends or runs such a resource. */
export interface Use {
  kind: string;
  id: string;
  name: string;
  href: string;
  /** The names of the model's fields that the resource queries. */
  fields: ReadonlySet<string>;
}

interface Item {
  id: string;
  name: string;
}

interface Listed extends Item {
  [key: string]: unknown;
}

const MAX_LISTED = 500;
/** The maximum number of sheets. Each sheet is requested separately, because the list of sheets lacks their queries. */
const MAX_SHEETS = 30;

/**
 * The resources that use a model, as far as the person can see them: those that query the model, and those that show,
 * send or run such a resource.
 */
export async function usesOf(
  projectId: string,
  graph: Graph,
  model: string,
  signal: AbortSignal,
): Promise<{uses: Use[]; isCut: boolean}> {
  const inProject = `projectId=${segment(projectId)}&limit=${MAX_LISTED}`;
  const pages = await Promise.all([
    listed(service, `/api/charts?${inProject}`, signal),
    listed(service, `/api/datasets?${inProject}`, signal),
    listed(service, `/api/dashboards?${inProject}`, signal),
    listed(service, `/api/sheets?projectId=${segment(projectId)}&limit=${MAX_SHEETS}`, signal),
    listed(service, `/api/schedules?limit=${MAX_LISTED}`, signal),
    listed(service, `/api/actions?limit=${MAX_LISTED}`, signal),
    listed(service, `/api/agents?limit=${MAX_LISTED}`, signal),
  ]);
  const [charts, datasets, dashboards, sheets, schedules, actions, agents] = pages.map(({rows}) => rows);
  const opened = await Promise.all(
    (sheets ?? []).map(({id}) => service.get<Listed>(`/api/sheets/${segment(id)}`, {signal})),
  );
  const prefixes = prefixesOf(graph, model);
  const asking = (kind: string, items: readonly Listed[] = []) =>
    items.flatMap(item => {
      const fields = asks(item, model, prefixes);
      return fields ? [use(kind, item, fields)] : [];
    });
  const direct = [
    ...asking("chart", charts),
    ...asking("dataset", datasets),
    ...asking("sheet", opened),
    ...asking("action", actions),
    ...asking("agent", agents),
  ];
  const dashboardsWith = through("dashboard", dashboards, direct);
  const sent = through("schedule", schedules, [...direct, ...dashboardsWith]);
  const found = [...direct, ...dashboardsWith, ...sent];
  const known = new Set(found.map(({id}) => id));
  const run = through("action", actions, found).filter(({id}) => !known.has(id));
  return {uses: [...found, ...run], isCut: pages.some(({isCut}) => isCut)};
}

async function listed(from: Service, path: string, signal: AbortSignal) {
  const {rows, next} = await from.list<Listed>(path, {signal});
  return {rows, isCut: next !== undefined};
}

function use(kind: string, {id, name}: Item, fields: ReadonlySet<string>): Use {
  return {kind, id, name, href: `/${kind}s/${id}`, fields};
}

/** The prefixes of the model's fields in queries: the model's name, and the roles of the joins to it. */
function prefixesOf(graph: Graph, model: string): ReadonlySet<string> {
  const roles = (graph.joins ?? []).filter(({to}) => to === model).map(roleOf);
  return new Set([model, ...roles]);
}

/** The fields of the model that an item queries; `undefined` if the item queries neither these fields nor the model. */
function asks(item: unknown, model: string, prefixes: ReadonlySet<string>): ReadonlySet<string> | undefined {
  const fields = new Set<string>();
  let isOfModel = false;
  const visit = (value: unknown, key: string) => {
    if (typeof value === "string") {
      if (key === "model" && value === model) isOfModel = true;
      const [prefix = "", field] = value.split(/[. ]/);
      if (field && value.includes(".") && prefixes.has(prefix)) fields.add(field);
    } else if (Array.isArray(value)) {
      for (const one of value) visit(one, key);
    } else if (value && typeof value === "object") {
      for (const [name, one] of Object.entries(value)) if (!PROSE.has(name)) visit(one, name);
    }
  };
  visit(item, "");
  return isOfModel || fields.size > 0 ? fields : undefined;
}

/** Keys of free text, which holds no query. */
const PROSE: ReadonlySet<string> = new Set(["name", "description", "message", "subject", "instructions"]);

/** The items that refer to one of the `used` resources by its id. */
function through(kind: string, items: readonly Listed[] = [], used: readonly Use[]): Use[] {
  const ids = new Map(used.map(({id, fields}) => [id, fields]));
  return items.flatMap(item => {
    const text = JSON.stringify(item);
    const met = [...ids].filter(([id]) => id !== item.id && text.includes(`"${id}"`));
    return met.length > 0 ? [use(kind, item, new Set(met.flatMap(([, fields]) => [...fields])))] : [];
  });
}
