import {compile, type Statement} from "../compile.ts";
import {buildLayer, type Layer} from "../layer/layer.ts";
import type {Query} from "../query/query.ts";
import {buildQuery} from "./build.ts";
import type {RollupPlan} from "./plan.ts";
import type {RollupSource} from "./planned-rollups.ts";

type Source = Pick<RollupSource, "dialect" | "weekStart">;

/** The statement that counts the groups of a roll-up, each of which would be one of its rows. */
export function countGroups(layer: Layer, plan: RollupPlan, source: Source): Statement {
  const {layer: cut, query, dataset} = buildQuery(layer, plan);
  const columnNames = plan.dimensions.map(({column}) => column);
  // A query must select something. Without dimensions, its only group is selected with all of its measures.
  const [groupQuery, bounds] =
    columnNames.length === 0
      ? [query, dataset]
      : [
          {...query, measures: []},
          {...dataset, columnNames},
        ];
  const made = compile(cut, groupQuery, {...contextOf(plan, source), dataset: bounds});
  return {sql: `select count(*) from (\n${made.sql}\n) as g`, parameters: made.parameters};
}

/** The statement that counts the rows of a roll-up's model. */
export function countSource(plan: RollupPlan, source: Source): Statement {
  const {rowAccess: _, ...model} = plan.model.source;
  let name = "rows";
  while (plan.model.fields.has(name)) name += "_";
  const layer = buildLayer({models: [{...model, measures: [{name, type: "count"}]}]});
  const query: Query = {model: model.name, measures: [`${model.name}.${name}`]};
  const {sql, parameters} = compile(layer, query, contextOf(plan, source));
  return {sql, parameters};
}

function contextOf({timezone}: RollupPlan, source: Source) {
  return {...source, timezone, attributes: {}, now: new Date(0)};
}
