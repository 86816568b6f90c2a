/** Conditions by the names of their fields, each as its control writes it. */
export type Where = Record<string, string[]>;

/** Kinds of questions, with their titles. */
export const KINDS = {
  figures: "Figures",
  values: "Distribution",
  funnel: "Funnel",
  retention: "Retention",
} as const;
export type Kind = keyof typeof KINDS;

/** The choices of a distribution: how many groups have each value of a measure. */
export interface ValuesChoice {
  /** The measure. */
  of: string;
  /** The dimension whose groups are counted. */
  per: string;
  /** The width of the bins of values; `undefined` for no bins. */
  width: number | undefined;
  /** A measure to add up beside the count; empty for none. */
  sum: string;
}

/** Events of one model: their entity, time and conditions. Empty texts stand for the defaults. */
export interface EventsChoice {
  model: string;
  entity: string;
  time: string;
  where: Where;
}

export interface Step extends EventsChoice {
  name: string;
}

export const WITHIN_UNITS = ["minute", "hour", "day", "week", "month", "year"] as const;
export type WithinUnit = (typeof WITHIN_UNITS)[number];

export interface FunnelChoice {
  entity: string;
  /** The events of the first step are rows of the query's model, and its conditions are the question's filters. */
  steps: Step[];
  within: {unit: WithinUnit; count: number} | undefined;
  timing: boolean;
}

export const GRAINS = ["day", "week", "month", "quarter", "year"] as const;

export interface RetentionChoice {
  entity: string;
  grain: (typeof GRAINS)[number];
  periods: number;
  time: string;
  returns: EventsChoice;
  /** A measure of the rows that are returns, shown in place of the share; empty for none. */
  measure: string;
}

/** Comparisons of a group's figure with a number. */
export const OPERATORS = [
  [">=", "at least"],
  ["<=", "at most"],
  [">", "more than"],
  ["<", "less than"],
  ["=", "exactly"],
] as const;

/** A filter by whether related rows exist, or by a figure of a row's group. */
export type RowFilter =
  | {is: "some" | "none"; of: string; where: Where}
  | {
      is: "per";
      per: string;
      field: string;
      op: (typeof OPERATORS)[number][0];
      value: number | undefined;
      where: Where;
    };

/** The chosen kind of question, and the choices of each kind. */
export interface Kinds {
  kind: Kind;
  values: ValuesChoice;
  funnel: FunnelChoice;
  retention: RetentionChoice;
  /** Filters of every kind of question. */
  rowFilters: RowFilter[];
}

export const MAX_STEPS = 8;

export function noEvents(): EventsChoice {
  return {model: "", entity: "", time: "", where: {}};
}

/** The parameters of the address that hold a kind of question, each as JSON. */
export const KIND_KEYS: ReadonlySet<string> = new Set(["values", "funnel", "retention", "rows"]);

/** Reads a question of these kinds from the address: `funnel={"entity":"customers.id","steps":[…]}`. */
export function readKinds(given: URLSearchParams): Kinds {
  const [values, funnel, retention] = ["values", "funnel", "retention"].map(key => parsed(given.get(key)));
  const kind = retention ? "retention" : funnel ? "funnel" : values ? "values" : "figures";
  return {
    kind,
    values: {
      of: text(values?.["of"]),
      per: text(values?.["per"]),
      width: positive(values?.["width"]),
      sum: text(values?.["sum"]),
    },
    funnel: readFunnel(funnel ?? {}),
    retention: readRetention(retention ?? {}),
    rowFilters: given.getAll("rows").flatMap(written => readRowFilter(parsed(written) ?? {})),
  };
}

export function writtenKinds({kind, rowFilters, ...all}: Kinds): [string, string][] {
  return [
    ...(kind === "figures"
      ? []
      : [[kind, JSON.stringify(all[kind], withoutDefaults)] satisfies [string, string]]),
    ...rowFilters.map((one): [string, string] => ["rows", JSON.stringify(one, withoutDefaults)]),
  ];
}

type Read = Record<string, unknown>;

function readFunnel(given: Read): FunnelChoice {
  const steps = list(given["steps"]).slice(0, MAX_STEPS).map(readStep);
  const within = record(given["within"]);
  const unit = WITHIN_UNITS.find(one => one === within["unit"]);
  const count = positive(within["count"]);
  while (steps.length < 2) steps.push(readStep(undefined));
  return {
    entity: text(given["entity"]),
    steps,
    within: unit && count ? {unit, count} : undefined,
    timing: given["timing"] === true,
  };
}

function readStep(given: unknown): Step {
  const read = record(given);
  return {name: text(read["name"]), ...readEvents(read)};
}

function readEvents(given: Read): EventsChoice {
  return {
    model: text(given["model"]),
    entity: text(given["entity"]),
    time: text(given["time"]),
    where: readWhere(given["where"]),
  };
}

function readWhere(given: unknown): Where {
  const conditions = Object.entries(record(given)).map(([field, written]) => [
    field,
    list(written).map(text).filter(Boolean),
  ]);
  return Object.fromEntries(conditions);
}

function readRowFilter(given: Read): RowFilter[] {
  const where = readWhere(given["where"]);
  const {is, value} = given;
  if (is === "some" || is === "none") return [{is, of: text(given["of"]), where}];
  if (is !== "per") return [];
  const op = OPERATORS.find(([one]) => one === given["op"])?.[0] ?? ">=";
  const number = typeof value === "number" && Number.isFinite(value) ? value : undefined;
  return [{is, per: text(given["per"]), field: text(given["field"]), op, value: number, where}];
}

function readRetention(given: Read): RetentionChoice {
  return {
    entity: text(given["entity"]),
    grain: GRAINS.find(one => one === given["grain"]) ?? "month",
    periods: Math.min(100, Math.round(positive(given["periods"]) ?? 12)),
    time: text(given["time"]),
    returns: readEvents(record(given["returns"])),
    measure: text(given["measure"]),
  };
}

function parsed(written: string | null): Read | undefined {
  if (written === null) return undefined;
  try {
    return record(JSON.parse(written));
  } catch {
    // An address that was cut off still opens its kind of question, with empty controls.
    return {};
  }
}

function record(value: unknown): Read {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? {...value} : {};
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function positive(value: unknown): number | undefined {
  return typeof value === "number" && Number.isFinite(value) && value > 0 ? value : undefined;
}

/** Leaves out empty texts, empty conditions and `false`, which are the defaults when an address is read. */
function withoutDefaults(_: string, value: unknown): unknown {
  const isEmpty = typeof value === "object" && value !== null && Object.keys(value).length === 0;
  return value === "" || value === false || (isEmpty && !Array.isArray(value)) ? undefined : value;
}
