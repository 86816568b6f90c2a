import {expect, test} from "bun:test";
import {compile} from "../../../shared/semantic/compile.ts";
import {buildLayer} from "../../../shared/semantic/layer/layer.ts";
import {readCorpus} from "../corpus.ts";

const calendar = (await readCorpus()).find(({topic}) => topic === "calendar");
if (calendar === undefined) throw new Error("no cases of the calendar");
const models = calendar.layer.models.map(model =>
  model.name === "refunds" ? {...model, time: "day"} : model,
);
const layer = buildLayer({...calendar.layer, models});

// Its values of the two spans differ, and would be shown beside each other as if they were of one time.
test.each([
  ["metric_time.retail_month", 'moves "refunds.day", which "metric_time.retail_month" calls by another name'],
  ["metric_time.month", 'moves "refunds.day", which "metric_time.month" calls by another name'],
  ["metric_time.month_of_year", '"metric_time.month_of_year" is of that time and not the same in both spans'],
  ["refunds.day.retail_month", '"refunds.day.retail_month" is of that time and not the same in both spans'],
])("a comparison is refused beside %s of the time that it moves", (dimension, why) => {
  const query = {
    model: "refunds",
    dimensions: [dimension],
    measures: ["refunds.total"],
    filters: [{field: "refunds.day", op: "=", value: "2024-02"}],
    compare: {offset: {unit: "month", count: 1}},
  } as const;
  const context = {
    dialect: "postgres",
    timezone: "UTC",
    weekStart: "monday",
    attributes: {amounts: ["1"]},
    now: new Date("2024-03-15T12:00:00Z"),
  } as const;
  expect(() =>
    compile(
      layer,
      {
        ...query,
        dimensions: [...query.dimensions],
        measures: [...query.measures],
        filters: [...query.filters],
      },
      context,
    ),
  ).toThrow(why);
});
