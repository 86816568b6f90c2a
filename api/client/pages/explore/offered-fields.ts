import {endPage} from "../../document/page.ts";
import type {OfferedFilter} from "../../filters/offered.ts";
import type {Values} from "../../service/api.ts";
import type {Session} from "../../service/session.ts";
import {type Model, titleOf} from "./fields.ts";

const MAX_VALUES = 50;
const TYPES = ["string", "number", "boolean", "date", "timestamp", "json"] as const;

/** The filter by a field of the model; `undefined` where there is no such field, or no control for its type. */
export function offeredField(model: Model, field: string): OfferedFilter | undefined {
  const {dimensions, measures} = model;
  const kind = [dimensions, measures].find(all => all.some(({name}) => name === field));
  const found = kind?.find(({name}) => name === field);
  const type = TYPES.find(one => one === found?.type);
  if (!kind || !found || !type) return undefined;
  const others = kind
    .filter(other => other !== found && areComparable(other.type, type))
    .map(({name}) => ({field: name, label: titleOf(model, name)}));
  return {field, label: titleOf(model, field), type, others};
}

/** Whether the service can compare fields of these two types. */
function areComparable(one: string, other: string): boolean {
  const kind = (type: string) => (type === "timestamp" ? "date" : type);
  return kind(one) === kind(other) && one !== "json";
}

/** Values of the field to choose from. */
export async function valuesOf(
  session: Session,
  {model, projectId}: {model: string; projectId: string},
  field: string,
  search: string,
): Promise<Values> {
  const query = {
    model,
    projectId,
    dimensions: [field],
    filters: search === "" ? [] : [{field, op: "contains", value: search}],
    limit: MAX_VALUES,
  };
  const answer = await session.request("POST", "/api/query", {body: query}).catch((error: unknown) => {
    if (error instanceof Error && "status" in error && error.status === 401) endPage(error);
    throw error;
  });
  const {rows, truncated}: {rows: [string | null][]; truncated: boolean} = await answer.json();
  return {values: rows.map(([value]) => value), more: truncated};
}
