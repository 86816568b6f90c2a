import {capitalised} from "../../shared/core/one-line.ts";

/** The tag of a kind, such as "Charts". */
export function tagOf(type: string): string {
  return `${capitalised(type)}s`;
}

/** The id in the path; for a chart that is `{chartId}`. */
export function idIn(type: string, {params}: {params: Record<string, string>}): string {
  return params[`${type}Id`] ?? "";
}
