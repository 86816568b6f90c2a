import {fieldError} from "../../layer/field-error.ts";
import type {Layer, LayerModel} from "../../layer/layer.ts";
import type {BinnedDimension} from "../../query/bins.ts";
import type {MeasuredDimension} from "../../query/nested.ts";
import {resolveMeasure} from "../columns.ts";
import type {Faults} from "../faults.ts";
import type {ResolvedDimension} from "../resolved.ts";
import {readBins, resolveBinned} from "./bins.ts";
import {checkOwnName} from "./names.ts";
import {refuseCount, resolvePer} from "./per.ts";

/**
 * An entry of `dimensions`: a field, its bins, or the value of a measure in nested groups. Throws `unknown_field` and
 * `invalid_request`; faults in its parts are collected in `faults`.
 */
export function resolveDimensionEntry(
  layer: Layer,
  base: LayerModel,
  entry: string | BinnedDimension | MeasuredDimension,
  {faults, pointer}: {faults: Faults; pointer: string},
): ResolvedDimension | undefined {
  if (typeof entry === "string" || "field" in entry) return resolveBinned(layer, base, entry, pointer);
  const {name, bin} = entry;
  faults.attempt(() => checkOwnName(name, "the dimension", `${pointer}/name`));
  const of = faults.attempt(() => resolveMeasure(layer, base, entry.of, `${pointer}/of`));
  const per = resolvePer(layer, base, entry, {faults, pointer});
  if (of === undefined || per === undefined) return undefined;
  const {reference} = of;
  const {field: measure} = reference;
  if (bin !== undefined) {
    refuseCount(bin, `${pointer}/bin/count`);
    if (measure.type !== "number") {
      throw fieldError("invalid_request", `${pointer}/bin`, {
        message: `"${entry.of}" is of type ${measure.type}, and bins are of numbers. Leave "bin" out.`,
      });
    }
  }
  const bins = bin === undefined ? undefined : readBins(bin, `${pointer}/bin`);
  const type = bins === undefined ? measure.type : bins.labels ? "string" : "number";
  const {format} = measure.source;
  const field = {
    kind: "dimension",
    model: measure.model,
    name,
    type,
    source: {name, type, ...(format === undefined || type !== measure.type ? {} : {format})},
    measured: {of, per, ...(bins === undefined ? {} : {bins})},
  } as const;
  return {name, type, reference: {route: [], paths: [[]], spelled: true, field}};
}
