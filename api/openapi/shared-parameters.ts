import {isObject, type Json, type JsonObject} from "./component-schemas.ts";

/** As often a parameter is written out; one that more operations take is a component that they refer to. */
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
  const parameters: Record<string, Json> = {};
  const names = new Map<string, string>();
  const shared = (parameter: Json): Json => {
    const text = JSON.stringify(parameter);
    if (!isObject(parameter) || "$ref" in parameter || (times.get(text) ?? 0) <= MOST_COPIES)
      return parameter;
    const name = names.get(text) ?? freeName(String(parameter["name"]), parameters);
    names.set(text, name);
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

/** Lists of different kinds have parameters of one name: `cursor`, `cursor-2`. */
function freeName(name: string, taken: Readonly<Record<string, Json>>): string {
  for (let n = 1; ; n++) {
    const candidate = n === 1 ? name : `${name}-${n}`;
    if (!Object.hasOwn(taken, candidate)) return candidate;
  }
}
