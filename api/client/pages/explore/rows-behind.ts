import type {Filter} from "../../service/api.ts";
import type {Model} from "./fields.ts";
import type {Question} from "./question.ts";

/** The maximum numbers of rows and columns behind a mark that are shown. */
const MAX_ROWS = 200;
const MAX_COLUMNS = 12;

/**
 * The query of the model's rows under these filters. Its columns are the question's dimensions, then the model's own.
 */
export function rowsBehind(
  {model: name, projectId, dimensions}: Question,
  model: Model,
  filters: readonly Filter[],
): object {
  const picked = dimensions.map(one => model.dimensions.find(({name}) => covers(name, one))?.name ?? one);
  const own = model.dimensions.filter(one => one.name.startsWith(`${name}.`)).map(one => one.name);
  const measures = new Set(model.measures.map(one => one.name));
  return {
    model: name,
    projectId,
    rows: true,
    dimensions: [...new Set([...picked, ...own])].slice(0, MAX_COLUMNS),
    // A filter on a measure selects groups, and a query of rows has no groups.
    filters: filters.filter(filter => !isOfMeasure(filter, measures)),
    limit: MAX_ROWS,
  };
}

function covers(name: string, picked: string): boolean {
  return picked === name || picked.startsWith(`${name}.`);
}

function isOfMeasure(filter: Filter, measures: ReadonlySet<string>): boolean {
  if ("or" in filter) return filter.or.some(one => isOfMeasure(one, measures));
  if ("and" in filter) return filter.and.some(one => isOfMeasure(one, measures));
  return "field" in filter && !("per" in filter) && measures.has(filter.field);
}
