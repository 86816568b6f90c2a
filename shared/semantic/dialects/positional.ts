import type {Parameter, Rank} from "./dialect.ts";

/** Replaces numbered placeholders by `?`, and puts the parameters in the order in which the text uses them. */
export function positional(sql: string, parameters: Parameter[]): {sql: string; parameters: Parameter[]} {
  const ordered: Parameter[] = [];
  const parts = sql.split("\u0001");
  let text = parts[0] ?? "";
  for (const part of parts.slice(1)) {
    const end = part.indexOf("\u0002");
    const value = parameters[Number(part.slice(0, end)) - 1];
    if (value === undefined) throw new Error("a placeholder without its parameter");
    ordered.push(value);
    text += `?${part.slice(end + 1)}`;
  }
  return {sql: text, parameters: ordered};
}

/** Interpolates linearly: the two values next to the percentile are weighted by how near their ranks are to it. */
export function percentileInDoubles(input: string, percentile: number, rank: Rank | undefined): string {
  if (rank === undefined) throw new Error("a percentile without ranks");
  const {place, count} = rank;
  return `sum(${input} * greatest(0e0, 1e0 - abs(${place} - 1e0 - ${percentile}e0 * (${count} - 1e0))))`;
}
