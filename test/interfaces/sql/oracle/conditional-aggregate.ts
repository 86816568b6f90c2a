import {type Context, condition, expression, type Kind} from "./random-expression.ts";

const KINDS: readonly Kind[] = ["text", "bigint", "numeric", "double", "boolean", "date", "moment"];

/** A random aggregate over the rows that meet a condition, in one of the forms that tools write. */
export function conditionalAggregate(context: Context, kind: Kind): string {
  const {chance} = context;
  const test = () => condition({...context, depth: chance.chance(0.8) ? 0 : 1});
  const of = (one: Kind) => expression({...context, depth: 0}, one);
  const filter = chance.chance(0.15) ? ` filter (where ${test()})` : "";
  const simple = () => {
    const own = chance.pick(["'CA'", "'NY'", "''"]);
    return `case ${of("text")} when ${own} then 1 when 'a' then ${chance.pick(["2", "null", "0"])} end`;
  };
  /** A `case` with `a` for some of the rows, and something else for the others. */
  const cases = (a: string, zero: string) => {
    const first = test();
    return chance.pick([
      `case when ${first} then ${a} end`,
      `case when ${first} then ${a} else ${zero} end`,
      `case when ${first} then ${a} else ${zero} end`,
      `case when ${first} then ${a} else null end`,
      `case when ${first} then ${a} when not (${first}) then ${zero} else null end`,
      `case when ${first} then ${zero} when ${test()} then ${a} else ${zero} end`,
      `case when ${first} then ${zero} else ${a} end`,
    ]);
  };
  switch (kind) {
    case "bigint":
      return chance.pick([
        () => `count(*) filter (where ${test()})`,
        () =>
          `count(case when ${test()} then ${chance.pick(["1", "'x'", "true", of(chance.pick(KINDS))])} end)${filter}`,
        () => `count(distinct case when ${test()} then ${of(chance.pick(KINDS))} end)`,
        () => `count(distinct ${of(chance.pick(KINDS))}) filter (where ${test()})`,
        () => `sum(${cases("1", "0")})${filter}`,
        () => `sum(${cases(chance.pick(["2", "-1"]), chance.pick(["0", "3"]))})${filter}`,
        () => `sum((${test()})::int)${filter}`,
        () => `sum(${simple()})${filter}`,
        () => `count(${simple()})${filter}`,
        () => `sum(1)${filter}`,
        () => `max(${cases("1", "0")})${filter}::bigint`,
        () => `${chance.pick(["min", "max"])}(case when ${test()} then ${of("bigint")} end)${filter}`,
      ])();
    case "numeric":
      return chance.pick([
        () => `sum(${of("bigint")}) filter (where ${test()})`,
        () => `sum(${cases(of("numeric"), chance.pick(["0", "0.0"]))})${filter}`,
        () => `sum(${cases(of("bigint"), chance.pick(["0", "0.00"]))})${filter}`,
        () => `sum(${cases("1", "0.0")})${filter}`,
        () =>
          `sum(case when ${test()} then ${of("numeric")} when ${test()} then ${of("bigint")} end)${filter}`,
        () => `sum(${cases("1", "0.0")}) / count(*)`,
        () => `sum(case when ${test()} then 1 else cast(null as bigint) end)`,
        () => `avg(${cases("1", "0")})${filter}`,
        () =>
          `avg(${cases(of(chance.pick<Kind>(["bigint", "numeric"])), chance.pick(["0", "0.0"]))})${filter}`,
        () => `avg(${of("numeric")}) filter (where ${test()})`,
        () => `min(${cases(of("numeric"), chance.pick(["0", "-1.50", "null"]))})${filter}`,
      ])();
    case "double":
      return chance.pick([
        () => `sum(${cases(of("double"), chance.pick(["0", "0.0"]))})${filter}`,
        () => `avg(${cases(of("double"), chance.pick(["0", "null"]))})${filter}`,
        () =>
          `${chance.pick(["sum", "avg"])}(case when ${test()} then ${of("bigint")} else null::float8 end)`,
        () => `${chance.pick(["min", "max"])}(${of("double")}) filter (where ${test()})`,
        () => `${chance.pick(["min", "max"])}(${cases(of("double"), "0")})${filter}`,
        () => `percentile_cont(0.5) within group (order by ${of("bigint")}) filter (where ${test()})`,
      ])();
    default:
      return `${chance.pick(["min", "max"])}(case when ${test()} then ${of(kind)} ${chance.pick(["", "else null "])}end)${filter}`;
  }
}
