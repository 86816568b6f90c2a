import type {Layer} from "../../semantic/layers.ts";
import {type PlannedRollup, planRollups} from "../../semantic/rollups/index.ts";
import type {QueryProject} from "./query-project.ts";

export type Planned = ReturnType<typeof planRollups>;

/** The roll-ups of a layer, planned once for each warehouse that the layer is used with. */
export class RollupMemory {
  readonly #planned = new WeakMap<Layer, Map<string, Planned>>();

  of(layer: Layer, {source, dialect, weekStart}: QueryProject): Planned {
    if (source.kind !== "connection" || (layer.graph.rollups ?? []).length === 0) return [];
    const {id, version} = source;
    let byWarehouse = this.#planned.get(layer);
    if (!byWarehouse) {
      byWarehouse = new Map();
      this.#planned.set(layer, byWarehouse);
    }
    const key = `${id} ${version} ${dialect} ${weekStart}`;
    let planned = byWarehouse.get(key);
    if (!planned) {
      planned = planRollups(layer, {dialect, weekStart, id, version}).map(hashed);
      byWarehouse.set(key, planned);
    }
    return planned;
  }
}

function hashed(one: Planned[number]): Planned[number] {
  if (!("plan" in one)) return one;
  return {...one, signature: new Bun.CryptoHasher("sha256").update(one.signature).digest("base64url")};
}

/**
 * The plan of the roll-up with this name; `undefined` if the layer has none of that name, or if it no longer fits the
 * layer.
 */
export function planNamed(planned: Planned, name: string): PlannedRollup | undefined {
  const found = planned.find(one => one.name === name);
  return found !== undefined && "plan" in found ? found : undefined;
}
