import type {Filter} from "../../../semantic/documents.ts";

const POSITIVE: ReadonlySet<string> = new Set(["=", "<", "<=", ">", ">=", "in", "is_not_null"]);

/** Whether the filters leave out nulls of a field. */
export function excludesNull(filters: readonly Filter[], field: string): boolean {
  return filters.some(filter => {
    if ("and" in filter) return excludesNull(filter.and, field);
    return "op" in filter && !("per" in filter) && filter.field === field && POSITIVE.has(filter.op);
  });
}
