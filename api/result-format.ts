import {CONTENT_TYPES, type ResultFormat} from "../shared/queries/run-request.ts";

const FORMAT_OF: ReadonlyMap<string, ResultFormat> = new Map([
  ["*/*", "json"],
  ["application/*", "json"],
  ["application/json", "json"],
  ["application/x-ndjson", "ndjson"],
  ["text/csv", "csv"],
  ["text/*", "csv"],
  [CONTENT_TYPES.arrow, "arrow"],
  [CONTENT_TYPES.xlsx, "xlsx"],
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

const EXTENSIONS: Record<ResultFormat, string> = {
  json: "json",
  ndjson: "ndjson",
  csv: "csv",
  arrow: "arrows",
  xlsx: "xlsx",
};

/** `Content-Disposition` (RFC 6266) under which a result is saved: what it is of, in its form. JSON is shown. */
export function dispositionOf(name: string, format: ResultFormat): string {
  const kept =
    name
      .replace(/[\p{Cc}\p{Cf}\p{Cs}/\\:*?"<>|]+/gu, "_")
      .trim()
      .slice(0, 100)
      .trim() || "result";
  const file = `${kept.replace(/^\.+/, "_")}.${EXTENSIONS[format]}`;
  const ascii = file.replace(/[^\x20-\x7e]/g, "_");
  // What `encodeURIComponent` leaves and RFC 8187 does not.
  const encoded = encodeURIComponent(file).replace(
    /['()*]/g,
    one => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  const extended = ascii === file ? "" : `; filename*=UTF-8''${encoded}`;
  return `${format === "json" ? "inline" : "attachment"}; filename="${ascii}"${extended}`;
}
