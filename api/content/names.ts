import type {ContentType} from "../../shared/ground/content-types.ts";
import {capitalised} from "../../shared/ground/one-line.ts";
import {withArticle} from "../../shared/tenancy/content-kinds/describe.ts";

/** The names of a kind, as in "Charts" and "a chart". */
export function namesOf(type: string): {tag: string; one: string} {
  return {tag: `${capitalised(type)}s`, one: withArticle(type)};
}

/** The id in the path; for a chart that is `{chartId}`. */
export function idIn(type: ContentType | "project", {params}: {params: Record<string, string>}): string {
  return params[`${type}Id`] ?? "";
}
