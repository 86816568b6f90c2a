import type {ErrorDetail} from "../errors.ts";
import {decidedGrains} from "../layer/decided-grains.ts";
import type {Layer} from "../layer/layer.ts";
import type {Rollup} from "../layer/rollup.ts";
import {planRollup} from "../rollup-matching/plan.ts";

/** Checks the roll-ups of a layer that has no other faults. */
export function checkRollups(layer: Layer, faults: ErrorDetail[]): void {
  const names = new Set<string>();
  for (const [i, rollup] of (layer.graph.rollups ?? []).entries()) {
    const path = `/rollups/${i}`;
    // Names are part of URLs and identify builds, so they must differ in more than case.
    const name = rollup.name.toLowerCase();
    if (names.has(name))
      faults.push({path: `${path}/name`, message: `There are two roll-ups "${rollup.name}". Rename one.`});
    names.add(name);
    const planned = planRollup(layer, rollup);
    if (Array.isArray(planned))
      faults.push(...planned.map(({reason: _, ...fault}) => ({...fault, path: path + fault.path})));
    faults.push(...ruleFaults(rollup).map(fault => ({...fault, path: path + fault.path})));
  }
}

function ruleFaults({name, time, incremental}: Rollup): ErrorDetail[] {
  const faults: ErrorDetail[] = [];
  if (incremental === undefined) return faults;
  if (time === undefined)
    faults.push({
      path: "/incremental",
      message: `Roll-up "${name}" is built period by period and needs "time", which defines these periods.`,
    });
  else if (!decidedGrains("timestamp", time.grain, time.timezone ?? "UTC").includes(incremental.partition))
    faults.push({
      path: "/incremental/partition",
      message: `Roll-up "${name}" stores ${time.grain}s, some of which lie in more than one ${incremental.partition}.`,
    });
  return faults;
}
