import type {RunRequest} from "../../shared/core/wire/run-request.ts";

/**
 * The request with a comment at the end of its statements that names the caller, in the form of
 * https://google.github.io/sqlcommenter: keys in order, values percent-encoded, so that none can end the comment.
 * Callers that join a running statement appear under the name of its first caller. The fingerprint stays the same.
 */
export function withComment(request: RunRequest): RunRequest {
  const {totals, sql, record} = request;
  const tags: Record<string, string | undefined> = {
    model: record.model,
    principal: record.principalId,
    request_id: record.requestId,
    traceparent: record.traceparent,
  };
  const pairs = Object.entries(tags).flatMap(([key, value]) =>
    value === undefined ? [] : [`${key}='${encoded(value)}'`],
  );
  const comment = `\n/*${pairs.join(",")}*/`;
  return {
    ...request,
    sql: sql + comment,
    ...(totals ? {totals: {...totals, sql: totals.sql + comment}} : {}),
  };
}

/**
 * Percent-encodes also the characters that end a comment or a string, which `encodeURIComponent` leaves as they are.
 */
function encoded(value: string): string {
  return encodeURIComponent(value).replace(
    /['*!()]/g,
    one => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
