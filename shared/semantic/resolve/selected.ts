import {fieldError} from "../layer/field-error.ts";
import {didYouMean, nearest} from "../layer/names.ts";

/**
 * The index of a name among the dimensions or measures that a query selects. Throws `unknown_field` if the name is not
 * selected, and suggests the selected ones that exist.
 */
export function indexAmong(
  names: readonly string[],
  name: string,
  what: "dimension" | "measure",
  pointer: string,
  existing: readonly string[] = names,
): number {
  const index = names.indexOf(name);
  if (index >= 0) return index;
  const suggestions = nearest(name, existing);
  throw fieldError("unknown_field", pointer, {
    message: `"${name}" is not a ${what} that the query selects. Add it to "${what}s", or name one of these.${didYouMean(suggestions)}`,
    allowed: existing,
    suggestions,
  });
}
