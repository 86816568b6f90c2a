import type {Actor} from "../../core/actor.ts";
import {ServiceError} from "../../core/errors.ts";
import type {CompiledQuery} from "../../semantic/index.ts";

/**
 * Throws `missing_privilege` for a query whose rows are limited by attributes that the principal does not have: its empty
 * table would be mistaken for the absence of rows.
 */
export function requireAttributes(
  {name}: Pick<Actor, "name">,
  {missingAttributes}: Pick<CompiledQuery, "missingAttributes">,
): void {
  if (missingAttributes.length === 0) return;
  const message = `Its rows depend on attributes that ${name} does not have: ${missingAttributes.join(", ")}.`;
  throw new ServiceError("missing_privilege", message);
}
