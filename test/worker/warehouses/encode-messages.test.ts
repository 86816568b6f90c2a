import {expect, test} from "bun:test";
import type {DimensionType} from "../../../shared/semantic/documents.ts";
import type {EngineKind} from "../../../worker/warehouses/batch.ts";
import {MessageRows} from "../../../worker/warehouses/encode-messages.ts";
import {encodeRows} from "../../../worker/warehouses/encode-rows.ts";
import type {RowFormat} from "../../../worker/warehouses/warehouse.ts";

const FORMATS: readonly RowFormat[] = ["json", "ndjson", "csv", "csv_safe"];

type Value = string | Buffer | null;

/** A `DataRow`: https://www.postgresql.org/docs/18/protocol-message-formats.html */
function dataRow(values: readonly Value[]): Buffer {
  const fields = values.map(value => {
    const bytes = value === null ? undefined : Buffer.from(value as string);
    const length = Buffer.alloc(4);
    length.writeInt32BE(bytes?.length ?? -1);
    return Buffer.concat([length, bytes ?? Buffer.alloc(0)]);
  });
  const body = Buffer.concat(fields);
  const head = Buffer.alloc(7);
  head.write("D");
  head.writeInt32BE(6 + body.length, 1);
  head.writeInt16BE(values.length, 5);
  return Buffer.concat([head, body]);
}

interface Given {
  name?: string;
  type: DimensionType;
  kind: EngineKind;
  timezone?: string;
}

function encodeOne(given: readonly Given[], rows: readonly (readonly Value[])[], format: RowFormat): string {
  const columns = given.map(({name = "a", type}) => ({name, type}));
  const options = {columns, format, timezone: given[0]?.timezone ?? "UTC"};
  const messages = Buffer.concat(rows.map(dataRow));
  const kinds = given.map(({kind}) => kind);
  return Buffer.from(new MessageRows(options, kinds).encode(messages, rows.length)).toString("latin1");
}

const utf8 = (text: string) => Buffer.from(text).toString("latin1");

test("rows that come as messages are encoded as each format specifies", () => {
  const columns: Given[] = [
    {name: "id", type: "number", kind: "integer"},
    {name: "sum", type: "number", kind: "decimal"},
    {name: "is open", type: "boolean", kind: "other"},
    {name: "at", type: "timestamp", kind: "timestamp"},
    {name: "day", type: "date", kind: "other"},
    {name: 'na"me', type: "string", kind: "other"},
    {name: "doc", type: "json", kind: "json"},
  ];
  const rows = [
    [
      "9007199254740993",
      "1.50",
      "t",
      "2024-02-29 10:00:00.5+00",
      "2024-02-29",
      'a "b", c\\',
      '{"a": [1,\n2]}',
    ],
    ["-1", "NaN", "f", "2024-02-29 10:00:00", "2024-02-29 00:00:00", "=1+1", null],
    [null, "100", null, "0044-03-15 00:00:00+00 BC", null, "Zoë \u{1f600}\n", "null"],
  ];
  expect(encodeOne(columns, rows, "json")).toBe(
    utf8(
      `[9007199254740993,1.5,true,"2024-02-29T10:00:00.5Z","2024-02-29","a \\"b\\", c\\\\",{"a": [1,\n2]}],` +
        `[-1,"NaN",false,"2024-02-29T10:00:00Z","2024-02-29","=1+1",null],` +
        `[null,100,null,"-0043-03-15T00:00:00Z",null,"Zoë \u{1f600}\\n",null]`,
    ),
  );
  expect(encodeOne(columns, rows, "csv_safe")).toBe(
    utf8(
      `9007199254740993,1.5,true,2024-02-29T10:00:00.5Z,2024-02-29,"a ""b"", c\\","{""a"": [1,\n2]}"\r\n` +
        `-1,NaN,false,2024-02-29T10:00:00Z,2024-02-29,'=1+1,\r\n` +
        `,100,,'-0043-03-15T00:00:00Z,,"Zoë \u{1f600}\n",null\r\n`,
    ),
  );
  expect(encodeOne(columns.slice(0, 2), rows.slice(0, 2), "ndjson")).toBe(
    `{"id":9007199254740993,"sum":1.5}\n{"id":-1,"sum":"NaN"}\n`,
  );
});

test("bytes that are not UTF-8, from a database without an encoding, do not get into an answer", () => {
  const broken = Buffer.from([0x61, 0xe9, 0x62]);
  const column: Given = {type: "string", kind: "other"};
  expect(encodeOne([column], [[broken]], "json")).toBe(utf8('["a\ufffdb"]'));
  expect(encodeOne([column], [[broken]], "csv")).toBe(utf8("a\ufffdb\r\n"));
});

const TEXTS = [
  ...[
    "",
    "a",
    "0",
    "-0",
    "10",
    "1.0",
    "1.10",
    "100.00",
    "1e5",
    "1.5e-10",
    "0.1",
    "NaN",
    "Infinity",
    "-Infinity",
  ],
  ...["t", "f", "true", "yes", "1", "2024-01-01", "10000-01-01", "2024-01-01 BC", "0001-01-01", "infinity"],
  ...[
    "2024-01-01 00:00:00",
    "2024-01-01 00:00:00+00",
    "2024-01-01 00:00:00.120",
    "2024-01-01 00:00:00.12+00",
  ],
  ...[
    "10000-01-01 00:00:00",
    "0044-03-15 12:00:00 BC",
    "0044-03-15 12:00:00+00 BC",
    "-infinity",
    "10:00:00+00",
  ],
  ...[
    '"',
    "\\",
    "\u0001",
    "\u001f",
    "\u007f",
    "é",
    "\u{1f600}",
    "\ufffd",
    "\u2028",
    "a\nb",
    "a\r",
    "a,b",
    "=1",
    "+1",
  ],
  ...["-1", "@x", "\tx", "{}", '{"a":\n1}', "[1, 2]", "null", "nil", "x".repeat(300), "é".repeat(5000)],
];
const TYPES: readonly DimensionType[] = ["string", "number", "boolean", "date", "timestamp", "json"];
const KINDS: readonly EngineKind[] = [
  "integer",
  "float",
  "decimal",
  "decimal(10,2)",
  "timestamp",
  "json",
  "other",
];

test.each(FORMATS)("every text of every type is encoded as from values, in %s", format => {
  for (const type of TYPES)
    for (const kind of KINDS)
      for (const timezone of ["UTC", "Asia/Tokyo"]) {
        const columns = [
          {name: "a", type},
          {name: "b", type},
        ];
        const options = {columns, format, timezone};
        const rows = TEXTS.map((text, i) => [
          text,
          i % 3 === 0 ? null : (TEXTS[(i * 7) % TEXTS.length] ?? ""),
        ]);
        const batch = {
          rowCount: rows.length,
          columns: [0, 1].map(c => rows.map(row => row[c] ?? null)),
          kinds: [kind, kind],
        };
        const messages = Buffer.concat(rows.map(dataRow));
        const encoder = new MessageRows(options, batch.kinds);
        // The encoder reuses the bytes of the first call for the second.
        for (const count of [rows.length, 5, 0])
          expect(Buffer.from(encoder.encode(messages, count)).toString()).toBe(
            encodeRows(batch, count, options),
          );
      }
});
