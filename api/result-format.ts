import type {ResultFormat} from "../shared/queries/run-request.ts";

const FORMAT_OF: ReadonlyMap<string, ResultFormat> = new Map([
  ["*/*", "json"],
  ["application/*", "json"],
  ["application/json", "json"],
  ["application/x-ndjson", "ndjson"],
  ["text/csv", "csv"],
  ["text/*", "csv"],
]);

/** The form that `Accept` likes best among those we give (RFC 9110 §12.5.1); that it takes one was checked before. */
export function formatOf(accept: string | null): ResultFormat {
  if (accept === null || accept === "*/*" || accept === "application/json") return "json";
  let best: {format: ResultFormat; quality: number} | undefined;
  for (const range of accept.toLowerCase().split(",")) {
    const [type = "", ...parameters] = range.split(";").map(part => part.trim());
    const format = FORMAT_OF.get(type);
    const quality = Number(parameters.find(parameter => parameter.startsWith("q="))?.slice(2) ?? 1);
    if (format && quality > 0 && (!best || quality > best.quality)) best = {format, quality};
  }
  return best?.format ?? "json";
}
