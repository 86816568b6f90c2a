import type {CompileError} from "../errors.ts";
import {fieldError} from "../layer/field-error.ts";
import type {LayerModel} from "../layer/layer.ts";
import {modelInWords} from "../layer/visibility.ts";
import type {Query} from "../query/query.ts";
import {dimensionNames} from "../query/selected-names.ts";
import type {Faults} from "./faults.ts";
import {firstName, firstPointer} from "./filters.ts";
import type {ResolvedDimension, ResolvedFilter} from "./resolved.ts";

/**
 * Collects `invalid_request` and `invalid_filter` for parts of a query that `rows` excludes: the result has rows, not
 * groups.
 */
export function refuseBesideRows(
  base: LayerModel,
  query: Query,
  {
    dimensions,
    sortedBy,
    groups,
  }: {
    dimensions: readonly ResolvedDimension[];
    sortedBy: readonly ResolvedDimension[];
    groups: readonly ResolvedFilter[];
  },
  faults: Faults,
): void {
  const refuse = (error: CompileError) =>
    faults.attempt(() => {
      throw error;
    });
  if ((query.dimensions ?? []).length === 0) {
    const message = `"rows" shows the dimensions of each row, and the query names none. Add some of ${modelInWords(base)} to "dimensions".`;
    refuse(fieldError("invalid_request", "/dimensions", {message}));
  }
  for (const [part, what] of partsOfGroups(query)) {
    const message = `"rows" shows each row by itself, and "${part}" ${what}. Leave one of them out.`;
    refuse(fieldError("invalid_request", `/${part}`, {message}));
  }
  for (const {name, reference} of [...dimensions, ...sortedBy]) {
    const {field, paths} = reference;
    const index = dimensionNames(query).indexOf(name);
    const at = index < 0 ? "/orderBy" : `/dimensions/${index}`;
    if (field.measured !== undefined) {
      const message = `"${name}" is the value of a measure in groups, and "rows" shows rows. Leave it out, or ask for it without "rows".`;
      refuse(fieldError("invalid_request", at, {message}));
    } else if (paths.some(path => path.some(edge => edge.toMany))) {
      const message = `"${name}" has several values for one row of ${modelInWords(base)}, and "rows" shows each row once. Ask for the rows of ${modelInWords(field.model)} instead.`;
      refuse(fieldError("invalid_request", at, {message}));
    }
  }
  for (const filter of groups) {
    const name = firstName(filter);
    const message = `"${name}" is a measure, which picks groups, and "rows" has none. To pick rows by the groups that they lie in, write {"per": […], "field": "${name}", …}.`;
    refuse(fieldError("invalid_filter", firstPointer(filter), {message}));
  }
}

/** The parts of a query that are about groups, each with what it does. */
function partsOfGroups(query: Query): [keyof Query, string][] {
  const parts: [keyof Query, boolean, string][] = [
    ["measures", (query.measures ?? []).length > 0, "are of groups"],
    ["calculations", (query.calculations ?? []).length > 0, "are computed from groups"],
    ["top", query.top !== undefined, "chooses among groups"],
    ["compare", query.compare !== undefined, "compares groups"],
    ["funnel", query.funnel !== undefined, "counts events"],
    ["retention", query.retention !== undefined, "counts events"],
    ["fillGaps", query.fillGaps === true, "adds groups"],
    ["totals", query.totals === true, "sums up groups"],
    ["subtotals", query.subtotals === true, "sums up groups"],
  ];
  return parts.flatMap(([part, isPresent, what]) => (isPresent ? [[part, what]] : []));
}
