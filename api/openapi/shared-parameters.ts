import {isObject, type Json, type JsonObject} from "./component-schemas.ts";

/**
 * A parameter of more operations than this becomes a component that the operations refer to; others are written out. Of
 * parameters with the same name and different descriptions only the most frequent becomes a component, because a second name
 * such as `cursor-2` would appear in generated clients.
 */
const MAX_COPIES = 2;

interface Shared {
  operations: JsonObject[];
  parameters: Record<string, Json>;
}

/** The operations, with references in place of frequent parameters. */
export function shareParameters(operations: readonly JsonObject[]): Shared {
  const times = new Map<string, number>();
  for (const operation of operations) {
    for (const one of parametersOf(operation)) {
      const text = JSON.stringify(one);
      times.set(text, (times.get(text) ?? 0) + 1);
    }
  }
  const maxTaken = new Map<string, string>();
  for (const [text, count] of times) {
    const name = nameIn(JSON.parse(text));
    if (name !== undefined && count > (times.get(maxTaken.get(name) ?? "") ?? MAX_COPIES))
      maxTaken.set(name, text);
  }
  const parameters: Record<string, Json> = {};
  const shared = (parameter: Json): Json => {
    const name = nameIn(parameter);
    if (name === undefined || maxTaken.get(name) !== JSON.stringify(parameter)) return parameter;
    parameters[name] = parameter;
    return {$ref: `#/components/parameters/${name}`};
  };
  return {
    operations: operations.map(operation => ({
      ...operation,
      parameters: parametersOf(operation).map(shared),
    })),
    parameters,
  };
}

function parametersOf({parameters}: JsonObject): Json[] {
  return Array.isArray(parameters) ? parameters : [];
}

/** The name of a parameter that is written out. */
function nameIn(parameter: Json): string | undefined {
  return isObject(parameter) && typeof parameter["name"] === "string" ? parameter["name"] : undefined;
}
