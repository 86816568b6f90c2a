import type {ErrorDetail} from "../errors.ts";
import {grainsIn, isFiscal} from "../layer/grains.ts";
import type {Graph, Model} from "../layer/graph.ts";
import {didYouMean, suggest} from "../layer/names.ts";

/** Checks the `time` of each model. */
export function checkTimes({models}: Graph, faults: ErrorDetail[]): void {
  for (const [i, {name, time, dimensions}] of models.entries()) {
    if (time === undefined) continue;
    const found = dimensions.find(dimension => dimension.name === time);
    if (found?.type === "date" || found?.type === "timestamp") continue;
    const times = () =>
      dimensions.flatMap(({name: own, type}) => (type === "date" || type === "timestamp" ? [own] : []));
    const suggestions = suggest(faults, time, times);
    faults.push({
      path: `/models/${i}/time`,
      message: `The "time" of model "${name}" is "${time}", which is not one of its dates or timestamps.${didYouMean(suggestions)}`,
      suggestions,
    });
  }
}

/** Checks the calendar's model, and the measures that use fiscal periods. */
export function checkCalendar(graph: Graph, faults: ErrorDetail[]): void {
  const calendars = graph.models.flatMap((model, i) => (model.calendar ? [{model, i}] : []));
  const [first] = calendars;
  for (const {model, i} of calendars) {
    const path = `/models/${i}/calendar`;
    if (first !== undefined && model !== first.model) {
      faults.push({
        path,
        message: `"${model.name}" and "${first.model.name}" are both calendars, and a layer has one. Give all grains to one of them.`,
      });
    } else checkModel(graph, model, path, faults);
  }
  checkFiscal(graph, faults);
}

function checkModel(
  graph: Graph,
  {name, dimensions, calendar}: Model,
  path: string,
  faults: ErrorDetail[],
): void {
  const {day = "", grains = []} = calendar ?? {};
  const find = (grain: string, at: string) => {
    const found = dimensions.find(dimension => dimension.name === grain);
    if (found !== undefined) return found;
    const suggestions = suggest(faults, grain, () => dimensions.map(dimension => dimension.name));
    faults.push({
      path: at,
      message: `The calendar names "${grain}", which is not a dimension of "${name}".${didYouMean(suggestions)}`,
      suggestions,
    });
    return undefined;
  };
  const found = find(day, `${path}/day`);
  if (found !== undefined && (found.type !== "date" || found.column === undefined)) {
    faults.push({
      path: `${path}/day`,
      message: `The day of a calendar is a column of dates: "${name}.${day}" is not.`,
    });
  }
  const builtIn = grainsIn(graph, "timestamp");
  for (const [i, grain] of grains.entries()) {
    find(grain, `${path}/grains/${i}`);
    if (builtIn.some(known => known === grain)) {
      faults.push({
        path: `${path}/grains/${i}`,
        message: `"${grain}" is a grain of every time already. Give the dimension another name.`,
      });
    }
  }
}

/** Refuses fiscal periods in measures if the layer does not say when the fiscal year begins. */
function checkFiscal({models, calendar}: Graph, faults: ErrorDetail[]): void {
  if (calendar?.fiscalYearStart !== undefined) return;
  for (const [i, {name: model, measures = []}] of models.entries()) {
    for (const [j, {name, toDate, offset}] of measures.entries()) {
      const grains = {toDate: toDate?.grain, offset: offset && "to" in offset ? offset.grain : undefined};
      for (const [key, grain] of Object.entries(grains)) {
        if (grain === undefined || !isFiscal(grain)) continue;
        faults.push({
          path: `/models/${i}/measures/${j}/${key}/grain`,
          message: `"${key}" of "${model}.${name}" has the grain ${grain}, and the layer does not say when fiscal years begin: give it a "calendar" with "fiscalYearStart".`,
        });
      }
    }
  }
}
