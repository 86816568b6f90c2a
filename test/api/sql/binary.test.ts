import {afterAll, beforeAll, expect, test} from "bun:test";
import type {ResultField} from "../../../api/sql/backend.ts";
import {recoder} from "../../../api/sql/rows/recode.ts";
import {readParameter} from "../../../api/sql/types/decode.ts";
import {emptyDatabase, type TestDatabase} from "../../support/postgres.ts";
import * as frontend from "./support/frontend.ts";
import {errorFields, RawClient, targetOf} from "./support/raw-client.ts";

/**
 * The number of rows of a table with one column, whose values come from an expression over the row number `g` and `random()`.
 */
const ROWS = 3000;
const TYPES: readonly [type: string, values: string][] = [
  ["bool", "random() < 0.5"],
  ["int2", "(random() * 65535 - 32768)::int"],
  ["int4", "(random() * 4294967295 - 2147483648)::int8"],
  ["int8", "(random() * 2::numeric ^ 64)::numeric(20) - 9223372036854775808"],
  [
    "int8",
    "case g % 4 when 0 then 9007199254740991 + g::int8 when 1 then -9007199254740991 - g else g * (10 ^ (g % 14))::int8 end",
  ],
  ["oid", "(random() * 4294967295)::int8"],
  ["float4", "(random() - 0.5) * 10 ^ (random() * 70 - 35)"],
  ["float8", "(random() - 0.5) * 10 ^ (random() * 600 - 300)"],
  ["float8", "(array['NaN', 'Infinity', '-Infinity', '-0', '0', '5e-324', '1e308'])[1 + g % 7]"],
  ["numeric", "((random() - 0.5) * 10::numeric ^ (g % 60 - 30)::int)::numeric"],
  ["numeric", "round((random() - 0.5)::numeric * 10::numeric ^ (g % 40)::int, g % 25)"],
  [
    "numeric",
    "(array['NaN', 'Infinity', '-Infinity', '0', '0.000', '-0.00001', '10000', '100000000', '0.0001', '99999.9999'])[1 + g % 10]",
  ],
  ["numeric(20, 5)", "(random() - 0.5) * 10 ^ (g % 14)"],
  // With a fixed number of digits, because Postgres does not read a small number with an exponent as money.
  ["money", "((random() - 0.5) * 10 ^ (g % 15))::numeric(20, 4)"],
  ["text", "repeat(chr((1 + random() * 50000)::int), g % 5)"],
  ["varchar", "md5(random()::text)"],
  ["bpchar", "repeat('a', g % 7)"],
  ["name", "'column_' || g"],
  ['"char"', "chr(33 + g % 90)"],
  ["date", "date '0001-01-01' + (random() * 4000000 - 1000000)::int"],
  [
    "date",
    "(array['infinity', '-infinity', '4713-01-01 BC', '5874897-12-31', '2000-02-29', '1900-03-01', '0001-12-31 BC'])[1 + g % 7]",
  ],
  ["timestamp", "timestamp '2000-01-01' + (random() - 0.5) * interval '4000 years'"],
  [
    "timestamp",
    "(array['infinity', '-infinity', '4713-01-01 00:00:00.000001 BC', '294276-12-31 23:59:59.999999'])[1 + g % 4]",
  ],
  ["timestamptz", "timestamptz '2000-01-01' + (random() - 0.5) * interval '4000 years'"],
  [
    "timestamptz",
    "(array['infinity', '-infinity', '1883-11-18 12:03:57', '294276-01-01 23:59:59.999999'])[1 + g % 4]",
  ],
  ["time", "time '00:00' + random() * interval '1 day'"],
  ["time", "(array['24:00:00', '00:00:00', '23:59:59.999999'])[1 + g % 3]"],
  [
    "timetz",
    "((time '00:00' + random() * interval '1 day') || (array['+00', '-08', '+05:30', '-03:30:15'])[1 + g % 4])::timetz",
  ],
  [
    "interval",
    "make_interval(years => (random() * 20 - 10)::int, months => (random() * 30 - 15)::int, days => (random() * 60 - 30)::int, secs => (random() - 0.5) * 1e6)",
  ],
  [
    "interval",
    "(array['infinity', '-infinity', '0', '1 day', '-00:00:00.000001', '-1 mon +1 day', '2562047:47:16.854775'])[1 + g % 7]",
  ],
  ["uuid", "gen_random_uuid()"],
  ["bytea", "decode(repeat(md5(random()::text), g % 4), 'hex')"],
  ["json", "json_build_object('a', random(), 'é', array[g, null])"],
  ["jsonb", "jsonb_build_object('a', random(), 'é', array[g, null])"],
  ["jsonpath", "'$.a[*] ? (@ > 1)'"],
  ["inet", "'10.1.2.3'::inet + g"],
  [
    "inet",
    "(array['::1', 'fe80::1:2/64', '1:2:3:4:5:6:7:8', '::ffff:1.2.3.4', '10.0.0.0/8', '2001:db8::'])[1 + g % 6]",
  ],
  ["cidr", "(array['10.0.0.0/8', '2001:db8::/32', '0.0.0.0/0'])[1 + g % 3]"],
  ["macaddr", "'08:00:2b:01:02:03'"],
  ["macaddr8", "'08:00:2b:01:02:03:04:05'"],
  ["varbit", "substr(g::bit(32)::text, 1, g % 32)"],
  ["xid8", "g::text"],
  ["pg_lsn", "'16/B374D848'"],
  ["tid", "'(' || g || ',' || g % 100 || ')'"],
  ["int4range", "int4range(g, g + (random() * 100)::int)"],
  ["int8range", "(array['empty', '(,)', '[1,)', '(,5]'])[1 + g % 4]"],
  ["numrange", "numrange(g, g + random()::numeric, '(]')"],
  ["daterange", "daterange('2024-01-01', date '2024-01-02' + g)"],
  ["tsrange", "tsrange('2024-01-01', timestamp '2024-01-02' + g * interval '1 minute')"],
  ["tstzrange", "tstzrange('2024-01-01', null)"],
  [
    "int4[]",
    "case g % 4 when 0 then '{}' when 1 then '[0:1]={1,NULL}' when 2 then '{{1,2},{3,4}}' else array[g, null, -g]::text end",
  ],
  ["int8[]", "array[g, -g, null]"],
  ["float8[]", "array[random(), 'NaN']"],
  ["numeric[]", "array[random()::numeric, null, 1e20]"],
  ["bool[]", "array[true, null, false]"],
  ["text[]", "array['a', null, '', 'NULL', 'a,b', 'a\"b\\c', '{x}', ' é ', chr(10)]"],
  ["varchar[]", "array['x' || g]"],
  ["date[]", "array[current_date + g, null]"],
  ["timestamp[]", "array[timestamp '2024-01-01' + g * interval '1 second']"],
  ["timestamptz[]", "array[timestamptz '2024-01-01' + g * interval '1 second']"],
  ["interval[]", "array[g * interval '1 second']"],
  ["uuid[]", "array[gen_random_uuid()]"],
  ["bytea[]", "array['\\x00ff'::bytea, '\\x']"],
  ["jsonb[]", 'array[\'{"a": "b,c"}\'::jsonb]'],
  ["oid[]", "array[g::oid]"],
  ["oidvector", "(array['', '1 2 3', '4294967295'])[1 + g % 3]"],
  ["int2vector", "'1 -2 3'"],
];
/** Types whose binary form no client sends. */
const NOT_SENT = /range|vector|pg_lsn|tid/;

let database: TestDatabase;
let client: RawClient;

beforeAll(async () => {
  database = await emptyDatabase();
  client = await RawClient.signIn(targetOf(database.url), {TimeZone: "America/New_York"});
});
afterAll(async () => {
  client.end();
  await database.drop();
});

async function rowsOf(
  sql: string,
  format: number,
  values: readonly (string | null)[] = [],
  types: readonly number[] = [],
) {
  client.send(
    frontend.parse("", sql, types),
    frontend.bind({resultFormats: [format], parameters: values}),
    frontend.describe("P"),
    frontend.execute(),
    frontend.SYNC,
  );
  const messages = await client.untilReady();
  const error = messages.find(({type}) => type === "E");
  if (error) throw new Error(errorFields(error.body).get("M"));
  const described = messages.find(({type}) => type === "T")?.body ?? Buffer.alloc(0);
  const nameEnd = described.indexOf(0, 7);
  const field: ResultField = {
    name: described.toString("utf8", 7, nameEnd),
    typeOid: described.readUInt32BE(nameEnd + 7),
    typeSize: described.readInt16BE(nameEnd + 11),
    typeModifier: described.readInt32BE(nameEnd + 13),
  };
  return {field, rows: messages.filter(({type}) => type === "D").map(({body}) => body)};
}

for (const [type, values] of TYPES) {
  test(`${type} has the binary form of Postgres: ${values.slice(0, 60)}`, async () => {
    const table = `"t${TYPES.findIndex(one => one[0] === type && one[1] === values)}"`;
    client.send(
      frontend.query(
        `create temporary table ${table} as select (${values})::text::${type} as v from generate_series(1, ${ROWS}) g union all select null`,
      ),
    );
    await client.untilReady();
    const {field, rows: text} = await rowsOf(`select v from ${table}`, 0);
    const {rows: binary} = await rowsOf(`select v from ${table}`, 1);
    expect(text.length).toBe(ROWS + 1);
    const encoded = Buffer.from(recoder([field], [1])!(Buffer.concat(text)));
    let at = 0;
    for (const [i, expected] of binary.entries()) {
      const ours = encoded.subarray(at, at + expected.length);
      if (!ours.equals(expected)) {
        throw new Error(
          `${text[i]?.toString("utf8", 11)}: ${ours.toString("hex", 11)} where Postgres has ${expected.toString("hex", 11)}`,
        );
      }
      at += expected.length;
    }
    expect(at).toBe(encoded.length);
    if (NOT_SENT.test(type)) return;
    await expectReadBack(type, field, text, binary);
  });
}

/** A parameter that was read from its binary form must be the same value for Postgres. */
async function expectReadBack(type: string, field: ResultField, text: Buffer[], binary: Buffer[]) {
  const parameters = binary.map(row =>
    row.readInt32BE(7) < 0 ? null : readParameter(row.subarray(11), 1, field.typeOid, 1),
  );
  const json = JSON.stringify(parameters);
  const {rows} = await rowsOf(
    `select value::${type} from jsonb_array_elements_text($1::jsonb) with ordinality as j(value, n) order by n`,
    0,
    [json],
  );
  expect(rows.map(row => row.toString("utf8", 7))).toEqual(text.map(row => row.toString("utf8", 7)));
}
