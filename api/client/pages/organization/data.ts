export type {
  Member,
  ServiceAccount,
  Team,
  TeamMember,
} from "../../../../shared/identity/organization/schemas.ts";

import {reader} from "../../service/reader.ts";
import {type Listed, service} from "../../service/service.ts";

export type Attributes = Record<string, string[]>;

/** The path of the caller's organization in the API. */
export function orgPath(): string {
  return `/api/orgs/${reader().orgId}`;
}

/** All rows of a list, over its pages. */
export async function allOf<T>(path: string, signal?: AbortSignal): Promise<T[]> {
  const rows: T[] = [];
  for (let next: string | undefined = path; next !== undefined; ) {
    const page: Listed<T> = await service.list<T>(next, signal ? {signal} : {});
    rows.push(...page.rows);
    next = page.next;
  }
  return rows;
}

/** Attributes as lines that people type: `region: EU, US`. */
export function linesOf(attributes: Attributes): string {
  return Object.entries(attributes)
    .map(([name, values]) => `${name}: ${values.join(", ")}`)
    .join("\n");
}

/** Parses the lines. Throws an error with a sentence for people if a line is not an attribute. */
export function attributesIn(lines: string): Attributes {
  const attributes: Attributes = {};
  for (const line of lines.split("\n").filter(text => text.trim() !== "")) {
    const at = line.indexOf(":");
    if (at < 1)
      throw new Error(
        `“${line.trim()}” is not an attribute. An attribute is a line such as “region: EU, US”.`,
      );
    const values = line
      .slice(at + 1)
      .split(",")
      .map(value => value.trim())
      .filter(Boolean);
    attributes[line.slice(0, at).trim()] = values;
  }
  return attributes;
}
