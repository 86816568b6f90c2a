import type {Query} from "../../../shared/semantic/documents.ts";

const DAY_MS = 86_400_000;
const date = "flights.date";

/** The twelve tiles of a dashboard about flights. */
export function tiles(): Query[] {
  const model = "flights";
  const since = (days: number) => [
    {field: date, op: ">=" as const, value: new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10)},
  ];
  const of = (...names: string[]) => names.map(name => `flights.${name}`);
  return [
    {model, measures: of("flights")},
    {model, measures: of("average_delay", "worst_delay")},
    {model, dimensions: [`${date}.year`], measures: of("flights", "average_delay")},
    {model, dimensions: [`${date}.month`], measures: of("miles"), limit: 500},
    {model, dimensions: [`${date}.day`], measures: of("flights", "worst_delay"), filters: since(90)},
    {
      model,
      dimensions: ["origin.state"],
      measures: of("flights"),
      orderBy: ["flights.flights desc"],
      limit: 10,
    },
    {model, dimensions: ["origin.state", `${date}.year`], measures: of("minutes_late")},
    {
      model,
      dimensions: [`${date}.month`],
      measures: of("flights"),
      filters: [{field: "origin.state", op: "in", value: ["CA", "NY", "TX"]}],
    },
    {model, dimensions: ["origin.state"], measures: of("average_delay"), filters: since(365)},
    {
      model,
      dimensions: ["flights.origin"],
      measures: of("flights"),
      orderBy: ["flights.flights desc"],
      limit: 20,
    },
    {
      model,
      dimensions: ["flights.origin", "flights.destination"],
      measures: of("flights", "miles"),
      orderBy: ["flights.flights desc"],
      limit: 20,
    },
    {model, dimensions: ["flights.destination"], measures: of("worst_delay"), limit: 500},
  ];
}
