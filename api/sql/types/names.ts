import type {TypeName} from "@pgsql/types";

/** OIDs of a type and of an array of it, by its name in `pg_type`. */
const NAMED: Readonly<Record<string, [number, number]>> = {
  bool: [16, 1000],
  bytea: [17, 1001],
  char: [18, 1002],
  name: [19, 1003],
  int8: [20, 1016],
  int2: [21, 1005],
  int4: [23, 1007],
  regproc: [24, 1008],
  text: [25, 1009],
  oid: [26, 1028],
  json: [114, 199],
  float4: [700, 1021],
  float8: [701, 1022],
  money: [790, 791],
  inet: [869, 1041],
  cidr: [650, 651],
  bpchar: [1042, 1014],
  varchar: [1043, 1015],
  date: [1082, 1182],
  time: [1083, 1183],
  timestamp: [1114, 1115],
  timestamptz: [1184, 1185],
  interval: [1186, 1187],
  timetz: [1266, 1270],
  bit: [1560, 1561],
  varbit: [1562, 1563],
  numeric: [1700, 1231],
  regclass: [2205, 2210],
  regtype: [2206, 2211],
  uuid: [2950, 2951],
  jsonb: [3802, 3807],
};

/** The OID of a type that a statement names; 0, which leaves it open, for any that is not known. */
export function namedType({names = [], arrayBounds = []}: TypeName): number {
  const last = names.at(-1);
  const name = last && "String" in last ? (last.String.sval ?? "") : "";
  return NAMED[name]?.[arrayBounds.length > 0 ? 1 : 0] ?? 0;
}
