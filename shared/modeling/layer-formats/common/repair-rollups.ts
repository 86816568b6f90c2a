import type {ErrorDetail} from "../../../core/errors.ts";
import type {Rollup} from "../../../semantic/documents.ts";

/** A part that was left out of a roll-up, or a whole roll-up that was left out. */
export interface LeftOut {
  rollup: Rollup;
  code: "rollup_dropped" | "field_dropped";
  message: string;
}

/**
 * The roll-ups without their invalid parts. An invalid field is removed from its roll-up, unless no measure is left;
 * for any other fault the whole roll-up is removed. `replaced` maps each roll-up that was repaired to its repaired form.
 */
export function repairRollups(
  rollups: readonly Rollup[],
  faults: readonly ErrorDetail[],
): {usable: Rollup[]; leftOut: LeftOut[]; replaced: Map<Rollup, Rollup>} {
  const leftOut: LeftOut[] = [];
  const replaced = new Map<Rollup, Rollup>();
  const usable = rollups.flatMap((rollup, i) => {
    const own = faults.filter(({path}) => path.startsWith(`/rollups/${i}/`));
    if (own.length === 0) return [rollup];
    const indexes = (list: string) =>
      new Set(
        own
          .flatMap(({path}) => new RegExp(`^/rollups/\\d+/${list}/(\\d+)$`).exec(path)?.[1] ?? [])
          .map(Number),
      );
    const [lost, gone] = [indexes("measures"), indexes("dimensions")];
    const measures = rollup.measures.filter((_, at) => !lost.has(at));
    const whole = own.find(({path}) => !/^\/rollups\/\d+\/(measures|dimensions)\/\d+$/.test(path));
    if (whole !== undefined || measures.length === 0) {
      leftOut.push({
        rollup,
        code: "rollup_dropped",
        message: `${(whole ?? own[0])?.message} The roll-up is left out.`,
      });
      return [];
    }
    for (const {message} of own)
      leftOut.push({rollup, code: "field_dropped", message: `${message} The field is left out of it.`});
    const {dimensions: all = [], ...others} = rollup;
    const dimensions = all.filter((_, at) => !gone.has(at));
    const mended = {...others, ...(dimensions.length > 0 ? {dimensions} : {}), measures};
    replaced.set(rollup, mended);
    return [mended];
  });
  return {usable, leftOut, replaced};
}
