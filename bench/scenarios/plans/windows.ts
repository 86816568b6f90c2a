import type {Measure, Model} from "../../../shared/semantic/documents.ts";
import type {PlanQuestion} from "./questions.ts";

/** Three years of sales, by their table. */
const SALES = {sales: "3 million", few_sales: "100 thousand"};
type Sales = keyof typeof SALES;
const NAMES: readonly Sales[] = ["sales", "few_sales"];

interface Window {
  words: string;
  along: Pick<Measure, "rolling" | "toDate">;
  /** The period with which the window begins again. */
  within?: string;
  /** The frame of the window function over all days of a group. */
  frame: string;
  /** The days that the window of `spine.day` covers. */
  span: string;
}

const DIMENSION = "day";
const WINDOWS = {
  rolling: {
    words: "a sum of the last 28 days",
    along: {rolling: {dimension: DIMENSION, window: {unit: "day", count: 28}}},
    frame: "order by day rows between 27 preceding and current row",
    span: "daily.day > spine.day - 28 and daily.day <= spine.day",
  },
  running: {
    words: "a running total",
    along: {rolling: {dimension: DIMENSION, window: "unbounded"}},
    frame: "order by day rows unbounded preceding",
    span: "daily.day <= spine.day",
  },
  to_date: {
    words: "a month-to-date sum",
    along: {toDate: {dimension: DIMENSION, grain: "month"}},
    within: "date_trunc('month', day)",
    frame: "order by day rows unbounded preceding",
    span: "daily.day >= date_trunc('month', spine.day) and daily.day <= spine.day",
  },
} satisfies Record<string, Window>;
type WindowName = keyof typeof WINDOWS;
const WINDOW_NAMES: readonly WindowName[] = ["rolling", "running", "to_date"];

export const SALES_MODELS: readonly Model[] = NAMES.map(name => ({
  name,
  table: {name},
  primaryKey: ["id"],
  dimensions: [
    {name: "day", type: "date", column: "day"},
    {name: "region", type: "string", column: "region"},
    {name: "store", type: "number", column: "store"},
  ],
  measures: WINDOW_NAMES.map(window => ({
    name: window,
    type: "sum",
    column: "amount",
    ...WINDOWS[window].along,
  })),
}));

const SPINE = `select cast(d as date) as day
  from generate_series(timestamp '2022-01-01', timestamp '2024-12-31', interval '1 day') as t(d)`;

/**
 * A window by day. The hand-written forms first sum up each day. Then one computes a window function over all days of
 * each group, and the other joins the sums to the days whose windows contain them.
 */
function byDay(sales: Sales, name: WindowName, by?: "region" | "store"): PlanQuestion {
  const {words, within, frame, span}: Window = WINDOWS[name];
  const [group, of] = by === undefined ? ["", ""] : [`${by}, `, `daily.${by}, `];
  const daily = `with daily as (select ${group}day, sum(amount) as total, count(*) as n from ${sales} group by ${group}day),
    spine as (${SPINE})`;
  const parts = [by, within].filter(part => part !== undefined).join(", ");
  const window = `over (${parts === "" ? "" : `partition by ${parts} `}${frame})`;
  const positions = by === undefined ? "1" : "1, 2";
  const end = `order by ${positions} limit 101`;
  const grid = by === undefined ? "spine" : `(select distinct ${by} from daily) as groups cross join spine`;
  const same = by === undefined ? "" : ` and daily.${by} = groups.${by}`;
  const groupColumn = by === undefined ? "" : `groups.${by}, `;
  return {
    measure: `${words} by day${by === undefined ? "" : ` and ${by}`}, ${SALES[sales]} rows`,
    target: 2,
    query: {
      model: sales,
      dimensions: [...(by === undefined ? [] : [`${sales}.${by}`]), `${sales}.day.day`],
      measures: [`${sales}.${name}`],
      limit: 100,
    },
    byHand: [
      `${daily}
       select ${group}day, total from (
         select ${group}day, sum(total) ${window} as total, sum(n) ${window} as n
         from (select ${groupColumn}spine.day, total, n from ${grid}
               left join daily on daily.day = spine.day${same}) as filled
       ) as framed where n > 0 ${end}`,
      ...(by === "store"
        ? []
        : [
            `${daily}
       select ${of}spine.day, sum(total) from daily join spine on ${span} group by ${positions} ${end}`,
          ]),
    ],
  };
}

export const WINDOW_QUESTIONS: readonly PlanQuestion[] = NAMES.flatMap(sales => [
  byDay(sales, "rolling"),
  byDay(sales, "running"),
  byDay(sales, "to_date"),
  byDay(sales, "rolling", "region"),
  byDay(sales, "running", "region"),
  byDay(sales, "rolling", "store"),
]);
