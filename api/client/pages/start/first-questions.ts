import type {Applied} from "../../../../shared/querying/layers/schemas.ts";
import type {Graph} from "../../../../shared/semantic/documents.ts";

type AppliedModel = Applied["models"][number];

interface FirstQuestion {
  model: AppliedModel;
  measure: string;
  /** The time of the model, by which the question is grouped. */
  time: string | undefined;
}

/** The maximum number of questions, because a longer list would not help to start. */
const MAX_QUESTIONS = 6;

/**
 * A question for each of the models that people are most likely to query first: models of events, which have a time,
 * and models that are joined with many others.
 */
export function firstQuestions(models: readonly AppliedModel[], graph: Graph): FirstQuestion[] {
  const asked = models.flatMap((model): (FirstQuestion & {weight: number})[] => {
    const {name, dimensions, measures} = model;
    const own = measures.filter(measure => measure.startsWith(`${name}.`));
    const measure = own.find(one => one === `${name}.count`) ?? own[0];
    if (measure === undefined) return [];
    const time = timeOf(model, graph);
    const roles = new Set(dimensions.map(field => field.slice(0, field.lastIndexOf("."))));
    return [{model, measure, time, weight: roles.size + (time === undefined ? 0 : 2)}];
  });
  return asked.toSorted((a, b) => b.weight - a.weight).slice(0, MAX_QUESTIONS);
}

function timeOf({name, dimensions}: AppliedModel, graph: Graph): string | undefined {
  const fields = graph.models.find(model => model.name === name)?.dimensions ?? [];
  const time = fields.find(
    field =>
      (field.type === "timestamp" || field.type === "date") && dimensions.includes(`${name}.${field.name}`),
  );
  return time && `${name}.${time.name}`;
}
