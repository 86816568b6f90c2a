import {isFilter} from "../../filters/address.ts";
import type {Parts} from "./parts.ts";
import {type Config, LIMIT, MAX_ROWS, type Question, TOPS, TYPES} from "./question.ts";
import {isPart, readParts, writtenParts} from "./written.ts";

/** The question in the page's address, which can be bookmarked and shared. The service validates its names. */
export function readQuestion(): Question {
  const given = new URLSearchParams(location.search);
  const limit = Number(given.get("limit"));
  const top = Number(given.get("top"));
  const count = TOPS.find(one => one === Math.abs(top));
  return {
    model: decodeURIComponent(location.pathname.split("/")[2] ?? ""),
    projectId: given.get("project") ?? "",
    dimensions: given.getAll("d"),
    measures: given.getAll("m"),
    orderBy: given.getAll("order"),
    limit: Number.isInteger(limit) && limit > 0 ? Math.min(limit, MAX_ROWS) : LIMIT,
    top: count && {count, isLeast: top < 0},
    type: TYPES.find(([name]) => name === given.get("type"))?.[0],
    config: readConfig(given.get("look")),
    ...readParts(given),
  };
}

/** The look of a chart from the address. The service checks it, like every other part of the question. */
function readConfig(text: string | null): Config | undefined {
  try {
    const config: unknown = JSON.parse(text ?? "");
    return typeof config === "object" && config !== null && !Array.isArray(config) ? config : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The question's part of the address, in a fixed order. The filters are left out: their form follows the address by
 * itself.
 */
export function questionPart(search: string): string {
  const parameters = new URLSearchParams(
    [...new URLSearchParams(search)].filter(([name]) => !isFilter(name)),
  );
  parameters.sort();
  return parameters.toString();
}

/**
 * Writes the question into the page's address, in which the filters of the filter form stay. A step is a new entry in
 * the browser's history; any other change replaces the latest entry.
 */
export function writeQuestion(question: Question, {isStep}: {isStep: boolean}): void {
  const {dimensions, measures, orderBy, limit, top, type, config} = question;
  const address = new URL(location.href);
  const parameters = address.searchParams;
  const parts = {
    d: dimensions,
    m: measures,
    order: orderBy,
    limit: limit === LIMIT ? [] : [limit],
    top: top === undefined ? [] : [top.isLeast ? -top.count : top.count],
    type: type ? [type] : [],
    look: config ? [JSON.stringify(config)] : [],
  };
  for (const [name, values] of Object.entries(parts)) {
    parameters.delete(name);
    for (const value of values) parameters.append(name, String(value));
  }
  for (const name of [...parameters.keys()]) if (isPart(name)) parameters.delete(name);
  for (const [name, value] of writtenParts(pickedParts(question))) parameters.append(name, value);
  if (questionPart(address.search) === questionPart(location.search)) return;
  if (isStep) history.pushState(null, "", address);
  else history.replaceState(null, "", address);
}

/** The parts of the question without those of fields that are no longer picked. */
function pickedParts({dimensions, measures, bins, groups, ...parts}: Question): Parts {
  return {
    ...parts,
    bins: new Map([...bins].filter(([name]) => dimensions.includes(name))),
    groups: new Map([...groups].filter(([name]) => measures.includes(name))),
  };
}
