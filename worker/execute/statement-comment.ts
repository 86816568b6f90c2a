import type {RunRequest} from "../../shared/wire/run-request.ts";

/**
 * The request, whose statements end with a comment of who asks, in the form of https://google.github.io/sqlcommenter:
 * keys in order, values percent-encoded, so that none can end the comment. Equal statements of others that share its
 * run are under the name of the first. The fingerprint stays as it was.
 */
export function withComment(request: RunRequest): RunRequest {
  const {totals, sql, record} = request;
  const said: Record<string, string | undefined> = {
    model: record.model,
    principal: record.principalId,
    request_id: record.requestId,
    traceparent: record.traceparent,
  };
  const pairs = Object.entries(said).flatMap(([key, value]) =>
    value === undefined ? [] : [`${key}='${encoded(value)}'`],
  );
  const comment = `\n/*${pairs.join(",")}*/`;
  return {
    ...request,
    sql: sql + comment,
    ...(totals ? {totals: {...totals, sql: totals.sql + comment}} : {}),
  };
}

/** `encodeURIComponent` leaves the characters that end a comment or a string. */
function encoded(value: string): string {
  return encodeURIComponent(value).replace(
    /['*!()]/g,
    one => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
