/** Words of layers and queries as plain tables, without a package: browsers load them, too. */
export {OPERATOR_WORDS, OPERATORS, type Operator, operatorNamed} from "./filters/operators.ts";
export {CURRENCY_SYMBOLS} from "./layer/currencies.ts";
export {
  type Grain,
  isFiscal,
  isPeriod,
  type Period,
  type PeriodGrain,
  TIMESTAMP_GRAINS,
  typeAtGrain,
  unitOf,
} from "./layer/grains.ts";
