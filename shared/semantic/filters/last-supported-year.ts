import type {Test, Value} from "./predicates.ts";

/**
 * Removes bounds after the year 9999 from a test of a time, because some engines cut them off or read them as null. So
 * the day `9999-12-31`, which many tables write for "never ends", has no end.
 */
export function withinYears(test: Test): Test {
  switch (test.kind) {
    case "range":
      if (isBeyond(test.from)) return none(test);
      return isBeyond(test.before) ? {...rest(test), kind: "compare", op: ">=", value: test.from} : test;
    case "between":
      if (isBeyond(test.from)) return none(test);
      return isBeyond(test.to) ? {...rest(test), kind: "compare", op: ">=", value: test.from} : test;
    case "compare":
      if (!isBeyond(test.value)) return test;
      return test.op.startsWith("<") ? {kind: "null", negated: true} : none(test);
    case "in":
      return test.values.every(isBeyond)
        ? none(test)
        : {...test, values: test.values.filter(value => !isBeyond(value))};
    case "any":
      return {...test, tests: test.tests.map(withinYears)};
    default:
      return test;
  }
}

const YEAR_DIGITS = 4;

function isBeyond({kind, value}: Value): boolean {
  return (kind === "date" || kind === "timestamp") && String(value).indexOf("-") > YEAR_DIGITS;
}

function none({negated}: {negated?: boolean}): Test {
  return {kind: "constant", holds: negated === true};
}

function rest({negated}: {negated?: boolean}): {negated?: boolean} {
  return negated === undefined ? {} : {negated};
}
