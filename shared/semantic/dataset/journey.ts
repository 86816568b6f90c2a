import {type Renaming, renameFilter} from "../filters/tree.ts";
import {fieldError} from "../layer/field-error.ts";
import type {EventsOf} from "../query/journeys.ts";
import type {Query} from "../query/query.ts";
import type {Faults} from "../resolve/faults.ts";
import {onlyTime} from "../resolve/steps.ts";
import type {Names} from "./names.ts";

interface Rewriting {
  names: Names;
  find: Names["find"];
  faults: Faults;
  renaming: Renaming;
}

/**
 * The funnel or retention of a query over a dataset, with the names of the dataset's model. All events are rows of the
 * dataset.
 */
export function datasetJourney(
  {funnel, retention}: Query,
  rewriting: Rewriting,
): Pick<Query, "funnel" | "retention"> {
  const entity = (name: string, pointer: string) => rewriting.find(name, "dimensions", `${pointer}/entity`);
  const rewritten: Pick<Query, "funnel" | "retention"> = {};
  if (funnel !== undefined) {
    const who = entity(funnel.entity, "/funnel");
    const steps = funnel.steps.map((step, i) => rewriteEvents(step, rewriting, `/funnel/steps/${i}`));
    rewritten.funnel = {...funnel, entity: who, steps};
  }
  if (retention !== undefined) {
    const who = entity(retention.entity, "/retention");
    const time = timeOf(retention, rewriting, "/retention");
    const {returns, measures} = retention;
    rewritten.retention = {
      ...retention,
      entity: who,
      ...(time === undefined ? {} : {time}),
      ...(returns
        ? {returns: rewriteEvents({time: retention.time ?? "", ...returns}, rewriting, "/retention/returns")}
        : {}),
      ...(measures
        ? {measures: measures.map((name, i) => rewriting.find(name, "measures", `/retention/measures/${i}`))}
        : {}),
    };
  }
  return rewritten;
}

function rewriteEvents(step: EventsOf, rewriting: Rewriting, pointer: string): EventsOf {
  const {names, find, faults, renaming} = rewriting;
  const {model, entity, filters, ...rest} = step;
  const {slug} = names.source;
  if (model !== undefined && model !== slug) {
    faults.attempt(() => {
      throw fieldError("invalid_request", `${pointer}/model`, {
        message: `In a query over a dataset, all events are rows of the dataset, and "${model}" is another model. Leave it out, or query the model of "${slug}".`,
      });
    });
  }
  const time = timeOf(step, rewriting, pointer);
  return {
    ...rest,
    ...(time === undefined ? {} : {time}),
    ...(entity === undefined ? {} : {entity: find(entity, "dimensions", `${pointer}/entity`)}),
    ...(filters
      ? {filters: filters.map((one, i) => renameFilter(one, renaming, `${pointer}/filters/${i}`))}
      : {}),
  };
}

/** The time of the events. By default, this is the only time of the model; the dataset must offer it as well. */
function timeOf(
  {time}: {time?: string},
  {names, find, faults}: Rewriting,
  pointer: string,
): string | undefined {
  const {model, source} = names;
  const only = time || faults.attempt(() => onlyTime(model, `${pointer}/time`));
  if (only === undefined) return undefined;
  const own = only.startsWith(`${model.name}.`) ? `${source.slug}${only.slice(model.name.length)}` : only;
  return find(own, "dimensions", `${pointer}/time`);
}
