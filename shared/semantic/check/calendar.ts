import type {ErrorDetail} from "../../errors.ts";
import {isFiscal} from "../layer/grains.ts";
import type {Graph} from "../layer/graph.ts";

/** Fiscal periods of measures need a layer that says when they begin. */
export function checkCalendar({models, calendar}: Graph, faults: ErrorDetail[]): void {
  if (calendar?.fiscalYearStart !== undefined) return;
  for (const [i, {name: model, measures = []}] of models.entries()) {
    for (const [j, {name, toDate, offset}] of measures.entries()) {
      const grains = {toDate: toDate?.grain, offset: offset && "to" in offset ? offset.grain : undefined};
      for (const [key, grain] of Object.entries(grains)) {
        if (grain === undefined || !isFiscal(grain)) continue;
        faults.push({
          path: `/models/${i}/measures/${j}/${key}/grain`,
          message: `"${key}" of "${model}.${name}" goes by the ${grain}, and the layer does not say when fiscal years begin: give it a "calendar" with "fiscalYearStart".`,
        });
      }
    }
  }
}
