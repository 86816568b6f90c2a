import {isObject, type Json, type JsonObject} from "./component-schemas.ts";

/**
 * As often a parameter is written out; one that more operations take is a component that they refer to. Of parameters
 * with one name and other descriptions, the one that most operations take is the component: a component called
 * `cursor-2` would be a name in generated clients.
 */
const MOST_COPIES = 2;

interface Shared {
  operations: JsonObject[];
  parameters: Record<string, Json>;
}

/** The same operations, with references in place of parameters that many of them take. */
export function shareParameters(operations: readonly JsonObject[]): Shared {
  const times = new Map<string, number>();
  for (const operation of operations) {
    for (const one of parametersOf(operation)) {
      const text = JSON.stringify(one);
      times.set(text, (times.get(text) ?? 0) + 1);
    }
  }
  const mostTaken = new Map<string, string>();
  for (const [text, count] of times) {
    const name = nameIn(JSON.parse(text));
    if (name !== undefined && count > (times.get(mostTaken.get(name) ?? "") ?? MOST_COPIES))
      mostTaken.set(name, text);
  }
  const parameters: Record<string, Json> = {};
  const shared = (parameter: Json): Json => {
    const name = nameIn(parameter);
    if (name === undefined || mostTaken.get(name) !== JSON.stringify(parameter)) return parameter;
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
