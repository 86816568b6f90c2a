import {ServiceError} from "../../shared/core/errors.ts";

/** Throws `not_acceptable` when `Accept` allows none of the media types that the call produces (RFC 9110 §12.5.1). */
export function requireAcceptable(accept: string | null, produces: readonly string[]): void {
  if (accept === null || accept.startsWith("*/*") || accept === produces[0]) return;
  const ranges = accept.split(",").map(part => {
    const [type = "", ...parameters] = part.toLowerCase().split(";");
    const refused = parameters.some(parameter => /^\s*q\s*=\s*0(\.0*)?\s*$/.test(parameter));
    return {type: type.trim(), refused};
  });
  const fits = (range: string, type: string) =>
    range === "*/*" || range === type || (range.endsWith("/*") && type.startsWith(range.slice(0, -1)));
  const isAccepted = produces.some(type => {
    const matching = ranges.filter(range => fits(range.type, type));
    const exact = matching.find(range => range.type === type);
    return exact ? !exact.refused : matching.some(range => !range.refused);
  });
  if (isAccepted) return;
  throw new ServiceError(
    "not_acceptable",
    `This call answers in ${produces.join(", ")}; Accept allows none of these.`,
  );
}
