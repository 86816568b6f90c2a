import {fieldError} from "../../layer/field-error.ts";
import type {Layer, LayerModel} from "../../layer/layer.ts";
import type {NestedMeasure} from "../../query/nested.ts";
import {nameOfDimension} from "../../query/selected-names.ts";
import type {Faults} from "../faults.ts";
import type {ResolvedDimension} from "../resolved.ts";
import {resolveBinned} from "./bins.ts";

/** The dimensions of `per`; `undefined` if some have faults, which are collected in `faults`. */
export function resolvePer(
  layer: Layer,
  base: LayerModel,
  {per}: Pick<NestedMeasure, "per">,
  {faults, pointer}: {faults: Faults; pointer: string},
): ResolvedDimension[] | undefined {
  faults.attempt(() => refuseTwice(per, pointer));
  const dimensions = per.flatMap((entry, i) => {
    const at = `${pointer}/per/${i}`;
    faults.attempt(() => {
      if (typeof entry !== "string") refuseCount(entry.bin, `${at}/bin/count`);
    });
    return faults.attempt(() => resolveBinned(layer, base, entry, at)) ?? [];
  });
  return dimensions.length < per.length ? undefined : dimensions;
}

/** Refuses bins whose edges depend on the rows. */
export function refuseCount(bin: object, pointer: string): void {
  if (!("count" in bin)) return;
  throw fieldError("invalid_request", pointer, {
    message: `"count" divides the range of the rows that the query shows, and these are bins of groups within it. Give the bins a "width" or "edges".`,
  });
}

function refuseTwice(per: NestedMeasure["per"], pointer: string): void {
  const names = per.map(nameOfDimension);
  const at = names.findIndex((name, i) => names.indexOf(name) < i);
  if (at < 0) return;
  throw fieldError("invalid_request", `${pointer}/per/${at}`, {
    message: `"${names[at]}" is named twice. Name it once.`,
  });
}
