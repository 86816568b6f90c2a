import {describe, expect, test} from "bun:test";
import {describeThreshold} from "../../api/client/pages/automation/words.ts";
import {
  type ConnectionType,
  configFields,
  fromAddress,
} from "../../api/client/pages/connections/config-fields.ts";
import {cellText} from "../../api/client/pages/content/cell-text.ts";
import {withoutEmptyRows} from "../../api/client/pages/dashboard/empty-rows.ts";
import {readHead} from "../../api/client/pages/datasets/read-csv.ts";
import {firstSchema} from "../../api/client/pages/layer/first-schema.ts";
import {rowsSeen, ruledModels} from "../../api/client/pages/layer/row-access.ts";
import {describeMeasurePlainly, describeNote} from "../../api/client/pages/layer/words.ts";
import {faultOfDays} from "../../api/client/pages/organization/audit-days.ts";
import {describeSchedule} from "../../api/client/pages/schedules/schedule-data.ts";
import {withoutSnapshots} from "../../api/client/pages/share/queried-models.ts";
import {firstQuestions} from "../../api/client/pages/start/first-questions.ts";
import type {Graph} from "../../shared/semantic/documents.ts";

const POSTGRES: ConnectionType = {
  type: "postgres",
  title: "PostgreSQL",
  config: {
    required: ["host", "database", "user"],
    properties: {
      host: {},
      port: {type: "integer"},
      database: {},
      user: {},
      password: {writeOnly: true},
      ssl: {},
      schema: {},
    },
  },
};

describe("a pasted address of a warehouse", () => {
  const parts = (text: string) => fromAddress(configFields(POSTGRES), text);

  test("has its parts decoded", () => {
    expect(
      parts(" postgres://re%40der:p%2Fw@db.example.com:6543/my%20shop?sslmode=require&schema=sales "),
    ).toEqual({
      host: "db.example.com",
      port: "6543",
      database: "my shop",
      user: "re@der",
      password: "p/w",
      ssl: "require",
      schema: "sales",
    });
    expect(parts("postgresql://localhost/shop")).toEqual({host: "localhost", database: "shop"});
    expect(parts("postgres://u:p@[::1]/shop?options=a@b")).toEqual({
      host: "[::1]",
      database: "shop",
      user: "u",
      password: "p",
    });
  });

  test("may have a password with characters that would end a URL", () => {
    expect(parts("postgres://reader:r3ad er@:/#@127.0.0.1:4590/webshop")).toEqual({
      host: "127.0.0.1",
      port: "4590",
      database: "webshop",
      user: "reader",
      password: "r3ad er@:/#",
    });
    expect(parts("postgres://reader:12/w@db/shop")).toEqual({
      host: "db",
      database: "shop",
      user: "reader",
      password: "12/w",
    });
  });

  test("has no parts if it is no address", () => {
    for (const text of ["", "localhost:5432", "postgres://", "postgres://u:p@"])
      expect(parts(text)).toBeUndefined();
  });
});

test("the schema is at first the connection's own, the usual one, or the largest", () => {
  const schema = (name: string, count: number) => ({
    name,
    tables: Array.from({length: count}, (_, i) => ({name: `t${i}`})),
  });
  const found = [schema("Legacy Data", 1), schema("shop", 8), schema("tmp", 2)];
  expect(firstSchema(found, undefined)?.name).toBe("shop");
  expect(firstSchema(found, "tmp")?.name).toBe("tmp");
  expect(firstSchema([...found, schema("public", 1)], "gone")?.name).toBe("public");
  expect(firstSchema([], undefined)).toBeUndefined();
});

test("a note with a proposal is shown without the code that its button adds", () => {
  const words = (message: string) => describeNote({message, proposes: {}});
  expect(
    words(
      `"customer_id" looks like a reference to "customers": 200 of its 200 values are in "customer_id" there. As a join: {"from":"notes"}`,
    ),
  ).toBe(
    `"customer_id" looks like a reference to "customers": 200 of its 200 values are in "customer_id" there.`,
  );
  expect(
    words(
      'A sum of "quantity" × "unit_price" is probably useful: {"name": "value", "type": "sum", "sql": "${quantity} * ${unit_price}"}.',
    ),
  ).toBe('A sum of "quantity" × "unit_price" is probably useful.');
  expect(
    words(
      '"discount_pct" seems to be in percent, from 0 to 100. As a share, to be formatted as a percentage: ${discount_pct} / 100 with {"style": "percent"}.',
    ),
  ).toBe('"discount_pct" seems to be in percent, from 0 to 100.');
  expect(
    words(`The texts in "DT" look like dates (YYYYMMDD). As a date dimension: to_date("DT", 'YYYYMMDD')`),
  ).toBe('The texts in "DT" look like dates (YYYYMMDD).');
  // A note without a proposal has only its text.
  const plain = `"stock" looks like a level. If so, give its sum "nonAdditive".`;
  expect(describeNote({message: plain})).toBe(plain);
});

test("a proposed measure is described by its column, not by the SQL that reads it", () => {
  const sql = 'cast(${TABLE}."shipping ""cost" as numeric)';
  expect(describeMeasurePlainly({name: "a", type: "sum", sql})).toBe('Sum of shipping ""cost');
  expect(describeMeasurePlainly({name: "b", type: "sum", sql: "${quantity} * ${unit_price}"})).toBe(
    "Sum of quantity * unit_price",
  );
  expect(describeMeasurePlainly({name: "c", type: "count", where: "${status} = 'paid'"})).toBe(
    "Number of rows where status = 'paid'",
  );
  const words = (text: string) => describeMeasurePlainly({name: "d", type: "number", sql: text});
  expect(words("cast(round(a, 2) as int)")).toBe("round(a, 2)");
  // The last parenthesis is not the one that the first cast opens.
  expect(words("cast(a as int) + cast(b as int)")).toBe("cast(a as int) + cast(b as int)");
  expect(words("cast('(' as text) || cast(')' as text)")).toBe("cast('(' as text) || cast(')' as text)");
});

test("the first questions are about models with a time and with joins", () => {
  const graph: Graph = {
    models: [
      {name: "archive", table: {name: "archive"}, dimensions: [{name: "id", type: "number", column: "id"}]},
      {
        name: "orders",
        table: {name: "orders"},
        dimensions: [
          {name: "id", type: "number", column: "id"},
          {name: "placed_at", type: "timestamp", column: "placed_at"},
        ],
      },
    ],
  };
  const asked = firstQuestions(
    [
      {name: "archive", dimensions: ["archive.id"], measures: ["archive.count"]},
      {
        name: "orders",
        dimensions: ["orders.id", "orders.placed_at", "customers.city"],
        measures: ["customers.count", "orders.count"],
      },
      {name: "no_measure", dimensions: ["no_measure.id"], measures: ["customers.count"]},
    ],
    graph,
  );
  expect(asked.map(({model, measure, time}) => [model.name, measure, time])).toEqual([
    ["orders", "orders.count", "orders.placed_at"],
    ["archive", "archive.count", undefined],
  ]);
});

test("the preview of a CSV says how its numbers and days are read, and what remains text", async () => {
  const found = async (text: string) =>
    (await readHead(new Blob([text]), 5)).typesWith({}).map(({open: _, ...type}) => type);
  expect(await found("Tag;Umsatz;Menge;Land\n31.12.2026;1.234,50;1.234;DE\n1.2.2026;0,5;;AT\n")).toEqual([
    {type: "date", note: "“31.12.2026” is read as December 31, 2026."},
    {type: "number", note: "“1.234,50” is read as 1234.50."},
    {type: "number", note: "“1.234” is read as 1234."},
    {type: "string"},
  ]);
  const [ambiguous, mixed] = await found("a;b\n1.234;1.234.567\n2.500;1\n");
  expect([ambiguous?.type, mixed?.type]).toEqual(["string", "string"]);
  expect(ambiguous?.note).toContain(
    "“1.234” is 1234 in some countries and has decimals in others, so the column stays text.",
  );
  expect(await found("a,b,c\n01.02.2026,1.5,true\n03.04.2026,2,false\n")).toEqual([
    {
      type: "string",
      note: "“01.02.2026” can begin with the day or with the month, so the column stays text.",
    },
    {type: "number"},
    {type: "boolean"},
  ]);
  expect(
    await found('Day,Due,Revenue,Pieces\n12/31/2026 9:05,1/2/2026,"1,234.50","1,234"\n1/2/2026,,5,\n'),
  ).toEqual([
    {type: "timestamp", note: "“12/31/2026 9:05” is read as December 31, 2026."},
    {type: "date", note: "“1/2/2026” is read as January 2, 2026."},
    {type: "number", note: "“1,234.50” is read as 1234.50."},
    {type: "number", note: "“1,234” is read as 1234."},
  ]);
  expect(await found('a,b\n12/31/2026,"1,234"\n31/12/2026,"5,678"\n')).toEqual([
    {type: "string", note: "The dates are written in several formats, so the column stays text."},
    {
      type: "string",
      note: "“1,234” is 1234 in some countries and has decimals in others, so the column stays text. A number such as “1,234.5” in the file would decide.",
    },
  ]);
  expect(await found("a;b\n1,5;x\n1.5;y\n")).toEqual([
    {type: "string", note: "The numbers are written in several formats, so the column stays text."},
    {type: "string"},
  ]);
});

test("the preview of a CSV has columns separated by its delimiter", async () => {
  const rows = async (text: string) => {
    const {heading, rows} = await readHead(new Blob([text]), 5);
    return [heading, ...rows];
  };
  expect(await rows('Region;Revenue (€)\nEU;"1.234,50"\nNORTH;99,00\n')).toEqual([
    ["Region", "Revenue (€)"],
    ["EU", "1.234,50"],
    ["NORTH", "99,00"],
  ]);
  expect(await rows("\ufeffsep=|\r\na,b|c\r\n1,5|2\r\n")).toEqual([
    ["a,b", "c"],
    ["1,5", "2"],
  ]);
  expect(await rows("a|b\n1|2\n")).toEqual([
    ["a", "b"],
    ["1", "2"],
  ]);
  expect(await rows('a\tb\n"1\t""x"""\t2\n')).toEqual([
    ["a", "b"],
    ['1\t"x"', "2"],
  ]);
  expect(await rows('a,b\n"x;y;z",2\n')).toEqual([
    ["a", "b"],
    ["x;y;z", "2"],
  ]);
});

test("rows without tiles are removed, and gaps beside tiles remain", () => {
  const tile = (name: string, x: number, y: number, h: number) => ({name, x, y, w: 18, h});
  expect(
    withoutEmptyRows([tile("below", 0, 19, 12), tile("first", 1, 7, 10), tile("beside", 20, 9, 4)]),
  ).toEqual([tile("first", 1, 0, 10), tile("beside", 20, 2, 4), tile("below", 0, 10, 12)]);
});

describe("the description of a colleague's rows", () => {
  const attributes = {region: ["EU", "US"], team: ["A"]};
  const model = (name: string, ...names: string[]) => ({
    name,
    rowAccess: names.map(attribute => ({dimension: `the_${attribute}`, attribute})),
  });
  const seen = (...models: Parameters<typeof ruledModels>[0]) => rowsSeen(ruledModels(models), attributes);

  test("names the rules that read their attributes, and no other attribute", () => {
    expect(seen(model("orders"))).toBe("all rows");
    expect(seen(model("customers", "region"), model("orders"))).toBe(
      "only rows of customers whose “the_region” is EU or US; all rows of everything else",
    );
    expect(seen(model("customers", "region"), model("stores", "country"))).toBe(
      "only rows of customers whose “the_region” is EU or US; no rows of stores, without the attribute “country”; " +
        "all rows of everything else",
    );
    // All rules of a model hold together.
    expect(seen(model("customers", "region", "team"), model("leads", "region"))).toBe(
      "only rows of customers whose “the_region” is EU or US and “the_team” is A; " +
        "only rows of leads whose “the_region” is EU or US; all rows of everything else",
    );
    expect(seen(model("customers", "region", "country", "unit"), model("leads", "country", "unit"))).toBe(
      "no rows of customers, leads, without the attributes “country” and “unit”; all rows of everything else",
    );
    // A name that every object has is no attribute of theirs.
    expect(seen(model("customers", "constructor"))).toBe(
      "no rows of customers, without the attribute “constructor”; all rows of everything else",
    );
  });

  test("names each model by its name, too, if several have one label", () => {
    const label = "Customers";
    const labelled = [
      {...model("customers", "region"), label},
      {...model("old_customers", "country"), label},
      {...model("Customers", "team")},
      {...model("leads", "team"), label: "Leads"},
      {...model("open_leads"), label: "Leads"},
    ];
    expect(ruledModels(labelled).map(({title}) => title)).toEqual([
      "Customers (customers)",
      "Customers (old_customers)",
      "Customers",
      "Leads (leads)",
    ]);
    expect(seen(...labelled)).toBe(
      "only rows of Customers (customers) whose “the_region” is EU or US; " +
        "no rows of Customers (old_customers), without the attribute “country”; " +
        "only rows of Customers, Leads (leads) whose “the_team” is A; all rows of everything else",
    );
  });
});

test("has no rule for the rows of a query over a snapshot, by its slug or its id", () => {
  const datasets = [
    {id: "ds_frozen", slug: "targets", kind: "snapshot" as const},
    {id: "ds_live", slug: "long_flights", kind: "live" as const},
  ];
  const asked = ["targets", "ds_frozen", "long_flights", "orders"].map(model => ({model}));
  expect(withoutSnapshots(asked, datasets)).toEqual([{model: "long_flights"}, {model: "orders"}]);
});

test("the days of the audit log are in order, and one day is a valid span", () => {
  expect(faultOfDays({from: "2026-03-02", to: "2026-03-01"})).toBe("This day is before the one in “From”.");
  expect(faultOfDays({from: "2026-03-01", to: "2026-03-01"})).toBeUndefined();
  expect(faultOfDays({from: "2026-03-01", to: ""})).toBeUndefined();
  expect(faultOfDays({from: "", to: "2026-03-01"})).toBeUndefined();
});

test("schedules are described in words, and a cron expression without such words by the service's own", () => {
  const cadence = {description: "Every 5 minutes"};
  expect(describeSchedule({cron: "0 8 * * 1", timezone: "Europe/Berlin", cadence})).toBe(
    "Every Monday at 08:00 (Europe/Berlin)",
  );
  expect(describeSchedule({cron: "*/5 * * * *", timezone: "UTC", cadence})).toBe("Every 5 minutes");
});

test("a threshold names the period that it covers", () => {
  const trigger = (filters: object[]) =>
    ({
      type: "threshold",
      query: {model: "orders", measures: ["orders.count"], filters},
      measure: "orders.count",
      op: ">",
      value: 4000,
      mode: "became_true",
      cron: "0 8 * * *",
    }) as Parameters<typeof describeThreshold>[0];
  const past = (value: object) => ({field: "orders.placed_at", op: "in_past", value});
  const status = {field: "orders.status", op: "=", value: "paid"};
  expect(describeThreshold(trigger([status]))).toBe("Count is above 4,000");
  expect(describeThreshold(trigger([status, past({unit: "month", count: 1})]))).toBe(
    "Count of this month is above 4,000",
  );
  expect(describeThreshold(trigger([past({unit: "week", count: 3})]))).toBe(
    "Count of the last 3 weeks is above 4,000",
  );
  expect(describeThreshold(trigger([past({unit: "month", count: 1, completed: true})]))).toBe(
    "Count of the last whole month is above 4,000",
  );
});

test("a number of a sheet that rounds to zero has no minus", () => {
  expect(cellText(0.3 - 0.1 - 0.2, undefined, false)).toBe("0");
  expect(cellText(-1.5, undefined, false)).toContain("-1");
});
