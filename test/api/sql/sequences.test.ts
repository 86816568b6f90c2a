import {afterAll, beforeAll, expect, test} from "bun:test";
import type {Message} from "../../support/postgres-messages.ts";
import {bind, close, describe, execute, FLUSH, message, parse, query, SYNC} from "./support/frontend.ts";
import {openServer, type Sides} from "./support/open-server.ts";
import {errorFields, RawClient, type Target} from "./support/raw-client.ts";

let sides: Sides;

beforeAll(async () => {
  sides = await openServer();
});
afterAll(() => sides.stop());

/** A message in a line: its letter, and what a client decides by. */
function shapeOf({type, body}: Message): string {
  switch (type) {
    case "E":
    case "N": {
      const fields = errorFields(body);
      return `${type} ${fields.get("S")} ${fields.get("C")} ${fields.get("M")} ${fields.get("P") ?? ""}`.trim();
    }
    case "C":
      return `C ${body.toString("utf8", 5, body.length - 1)}`;
    case "T":
      return `T ${withoutOrigins(body).toString("hex")}`;
    default:
      return `${type} ${body.toString("hex", 5)}`;
  }
}

/** Which column of which table a field comes from is not told. */
function withoutOrigins(body: Buffer): Buffer {
  const copy = Buffer.from(body);
  for (let at = 7; at < copy.length; ) {
    const end = copy.indexOf(0, at);
    copy.fill(0, end + 1, end + 7);
    at = end + 19;
  }
  return copy;
}

async function answers(target: Target, rounds: readonly (readonly Buffer[])[]): Promise<string[]> {
  const client = await RawClient.signIn(target);
  const shapes: string[] = [];
  for (const round of rounds) {
    client.send(...round);
    const answer = (await client.untilReady()).map(shapeOf);
    // Changed parameters are told in no order before `ReadyForQuery`.
    const told = answer.filter(line => line.startsWith("S ")).sort();
    shapes.push("---", ...answer.filter(line => !line.startsWith("S ")), ...told);
  }
  client.end();
  return shapes;
}

const BEGIN = query("begin");
const SELECT_3 = "select g from generate_series(1, 3) g";
/** Rounds of messages, each of which ends with one `ReadyForQuery`. */
const SEQUENCES: Record<string, Buffer[][]> = {
  "an empty query": [
    [query("")],
    [query(" -- nothing\n;;")],
    [parse("", ""), describe("S"), bind(), describe("P"), execute(), SYNC],
  ],
  "a query in each form": [
    [query("select 1 as a, null as b, 'é'::text as c")],
    [parse("", "select $1::int as a"), bind({parameters: ["42"]}), describe("P"), execute(), SYNC],
    [parse("s", "select $1::int as a, $2::text"), describe("S", "s"), SYNC],
    [bind({statement: "s", parameters: ["1", null]}), describe("P"), execute(), SYNC],
    [bind({statement: "s", parameters: ["1", "x"], resultFormats: [1]}), describe("P"), execute(), SYNC],
    [bind({statement: "s", parameters: ["1", "x"], resultFormats: [0, 1]}), describe("P"), execute(), SYNC],
    [
      bind({statement: "s", parameters: [Buffer.from([0, 0, 0, 7]), "x"], parameterFormats: [1, 0]}),
      execute(),
      SYNC,
    ],
    [close("S", "s"), bind({statement: "s", parameters: ["1", null]}), SYNC],
  ],
  "types that the client gives": [
    [parse("", "select $1", [23]), describe("S"), SYNC],
    [parse("", "select $1, $2 + 1", [0, 20]), describe("S"), SYNC],
    [parse("", "select $1 + 1", [1043]), SYNC],
    [parse("", "select $1"), describe("S"), bind({parameters: ["x"]}), describe("P"), execute(), SYNC],
  ],
  "a pipeline of several queries": [
    [
      parse("", "select 1"),
      bind(),
      describe("P"),
      execute(),
      parse("", "select 2"),
      bind(),
      describe("P"),
      execute(),
      parse("", SELECT_3),
      bind(),
      execute(),
      SYNC,
    ],
  ],
  "a pipeline with an error": [
    [
      parse("a", "select 1"),
      bind({statement: "a"}),
      execute(),
      parse("b", "select nope"),
      bind({statement: "b"}),
      execute(),
      parse("c", "select 3"),
      bind({statement: "c"}),
      execute(),
      FLUSH,
      query("select 4"),
      close("S", "a"),
      SYNC,
    ],
    [bind({statement: "a"}), execute(), SYNC],
    [bind({statement: "c"}), execute(), SYNC],
  ],
  "errors of each message": [
    [parse("", "selec"), bind(), execute(), SYNC],
    [parse("", "select nope"), SYNC],
    [parse("", "select 1; select 2"), SYNC],
    [parse("x", "select 1"), parse("x", "select 2"), SYNC],
    [bind({statement: "nope"}), SYNC],
    [bind({statement: ""}), SYNC],
    [parse("", "select $1::int"), bind(), SYNC],
    [parse("", "select $1::int"), bind({parameters: ["1", "2"]}), SYNC],
    [parse("", "select 1, 2"), bind({resultFormats: [1, 1, 1]}), SYNC],
    [parse("", "select 1"), bind({resultFormats: [7]}), execute(), SYNC],
    [parse("", "select $1::int, $2::int"), bind({parameters: ["1", "2"], parameterFormats: [0, 0, 0]}), SYNC],
    [describe("S", "nope"), SYNC],
    [describe("P", "nope"), SYNC],
    [execute("nope"), SYNC],
    [close("S", "nope"), close("P", "nope"), SYNC],
    [parse("", "select 1"), bind({portal: "p"}), bind({portal: "p"}), SYNC],
    [message("d", Buffer.from("x")), message("c"), SYNC],
  ],
  "an error after rows": [
    [query("select 1/(2 - g) from generate_series(1, 3) g; select 1")],
    [
      parse("", "select 1/(2 - g) from generate_series(1, 3) g"),
      bind(),
      execute(),
      parse("", "select 1"),
      SYNC,
    ],
    [query("begin; select 1/(2 - g) from generate_series(1, 3) g")],
    [query("rollback")],
  ],
  "portals with limits": [
    [BEGIN],
    [parse("", SELECT_3), bind(), execute("", 2), SYNC],
    [execute("", 1), SYNC],
    [execute("", 1), SYNC],
    [execute("", 1), SYNC],
    [parse("", SELECT_3), bind({portal: "p"}), execute("p", 3), execute("p", 3), execute("p"), SYNC],
    [
      parse("", "select 9"),
      bind({portal: "q"}),
      execute("p"),
      execute("q"),
      close("P", "p"),
      execute("p"),
      SYNC,
    ],
    [query("rollback")],
    [parse("", SELECT_3), bind({portal: "p"}), execute("p", 1), SYNC],
    [execute("p", 1), SYNC],
  ],
  "portals that end with their transaction": [
    [BEGIN],
    [parse("", SELECT_3), bind({portal: "p"}), execute("p", 1), SYNC],
    [query("commit")],
    [execute("p"), SYNC],
  ],
  "a failed transaction": [
    [BEGIN],
    [parse("a", "select 1"), SYNC],
    [query("select nope")],
    [query("select 1")],
    [query("")],
    [query("commit; select 1")],
    [BEGIN],
    [parse("", "select nope"), bind(), execute(), SYNC],
    [parse("", "select 1"), SYNC],
    [bind({statement: "a"}), SYNC],
    [describe("S", "a"), SYNC],
    [parse("", ""), bind(), execute(), SYNC],
    [parse("", "rollback"), bind(), execute(), SYNC],
    [bind({statement: "a"}), execute(), SYNC],
  ],
  "transactions by messages": [
    [parse("", "begin"), bind(), describe("P"), execute(), parse("", "select 1"), bind(), execute(), SYNC],
    [parse("", "commit"), bind(), execute(), SYNC],
    [parse("", "commit"), bind(), execute(), SYNC],
    [parse("", "begin"), bind(), execute(), execute(), SYNC],
    [query("rollback")],
  ],
  "several statements in one message": [
    [query("select 1; select 2")],
    [query("select 1; select nope; select 3")],
    [query("begin; select 1")],
    [query("select nope; select 2")],
    [query("rollback; select 3")],
    [query("select 1; begin; select nope")],
    [query("rollback")],
    [query("select 1; commit; select 2")],
    [query("savepoint a")],
    [query("select 1; savepoint a")],
    [query("declare c cursor for select 1")],
    [query("declare c cursor for select 1; fetch c; close c")],
  ],
  savepoints: [
    [BEGIN],
    [query("savepoint a; savepoint b; select nope")],
    [query("rollback to b")],
    [query("release b")],
    [query("release b")],
    [query("rollback to savepoint a")],
    [query("rollback to nope")],
    [query("commit")],
    [query("begin; savepoint a; rollback and chain")],
    [query("commit and chain")],
    [query("commit")],
    [query("commit and chain")],
    [query("start transaction isolation level repeatable read, read only")],
    [query("show transaction_isolation")],
    [query("abort")],
    [query("end")],
  ],
  "settings and transactions": [
    [query("set timezone = 'Asia/Tokyo'")],
    [
      query(
        "begin; set timezone = 'Europe/Paris'; set local datestyle = 'ISO, DMY'; savepoint s; set timezone = 'UTC'",
      ),
    ],
    [query("rollback to s")],
    [query("show timezone; show datestyle")],
    [query("commit")],
    [query("show timezone; show datestyle")],
    [query("begin; set timezone = 'Asia/Kolkata'")],
    [query("rollback")],
    [query("set timezone = 'Asia/Kolkata'; select nope")],
    [query("show timezone")],
    [query("reset timezone")],
    [query("set application_name = 'é'; show application_name")],
    [
      query(
        "set work_mem = '100000kB'; show work_mem; set statement_timeout = 90000; show statement_timeout",
      ),
    ],
    [query("set work_mem = '1x'")],
    [query("set work_mem = 1")],
    [query("set jit = maybe")],
    [query("set jit = tru; show jit")],
    [query("set bytea_output = foo")],
    [query("set timezone = foo")],
    [query("set datestyle = foo")],
    [query("set client_encoding = foo")],
    [query("set nope = 1")],
    [query("show nope")],
    [query("set foo.bar = 1, 'b'; show foo.bar; reset foo.bar; show foo.bar")],
    [query('set search_path = a, "B c", public; show search_path')],
    [query("set random_page_cost = '1.50'; show random_page_cost")],
    [query("set extra_float_digits = 4")],
    [query("set client_min_messages = 'WARNING'; show client_min_messages")],
    [query("set server_version = '1'")],
    [query("set names 'utf-8'; show client_encoding; set standard_conforming_strings = on")],
    [
      query(
        "set session characteristics as transaction isolation level serializable; show default_transaction_isolation",
      ),
    ],
    [query("reset all; show timezone; show work_mem")],
  ],
  "statements of SQL": [
    [query("prepare a (int, text) as select $1 + 1, $2")],
    [query("execute a (1, 'é')")],
    [query("execute a (1 + 1, null)")],
    [query("execute a (1)")],
    [query("prepare a as select 1")],
    [bind({statement: "a", parameters: ["5", "x"]}), describe("P"), execute(), SYNC],
    [describe("S", "a"), SYNC],
    [parse("b", "select 7"), SYNC],
    [query("execute b")],
    [parse("", "execute a (5, 'z')"), describe("S"), bind(), describe("P"), execute(), SYNC],
    [query("deallocate b; execute b")],
    [query("deallocate all")],
    [query("execute a (1, 'x')")],
    [query("deallocate nope")],
  ],
  cursors: [
    [BEGIN],
    [query("declare c no scroll cursor for select g, 'é' || g from generate_series(1, 6) g")],
    [query("fetch c; fetch 2 from c; fetch forward 0 from c")],
    [query("rollback; begin; declare c no scroll cursor for select g from generate_series(1, 6) g")],
    [query("fetch relative 2 from c; move c; fetch all c; fetch c; fetch 5 c")],
    [query("declare c cursor for select 1")],
    [query("rollback; begin; declare c no scroll cursor for select 1/(g - 1) from generate_series(1, 3) g")],
    [query("fetch c")],
    [query("fetch c")],
    [query("rollback; begin; declare s scroll cursor for select g from generate_series(1, 5) g")],
    [
      query(
        "fetch last s; fetch prior s; fetch first s; fetch absolute 4 s; fetch relative -2 s; fetch relative 0 s",
      ),
    ],
    [
      query(
        "fetch all s; fetch next s; fetch backward 2 s; fetch backward all s; fetch backward s; fetch s; fetch absolute -2 s",
      ),
    ],
    [
      query(
        "fetch absolute 9 s; fetch prior s; fetch absolute 0 s; fetch next s; move absolute 3 s; move backward all s",
      ),
    ],
    [query("move all s; fetch -1 s; fetch forward 0 s; fetch 0 s; move 0 s")],
    [parse("", "fetch 2 from s"), describe("S"), bind({resultFormats: [1]}), describe("P"), execute(), SYNC],
    [describe("P", "s"), execute("s", 2), SYNC],
    [query("declare b binary cursor for select 1 as a, 'x'::text as b; fetch b")],
    [query("close b; close b")],
    [
      query(
        "rollback; begin; declare h cursor with hold for select g from generate_series(1, 3) g; fetch h; commit",
      ),
    ],
    [query("fetch h")],
    [query("begin; fetch h; rollback; fetch h; close all; fetch h")],
    [query("begin; declare h cursor with hold for select 1; rollback; fetch h")],
    [query("begin; savepoint a; declare c cursor for select 1; rollback to a; fetch c")],
    [query("rollback; begin; savepoint a; declare c cursor for select 1; release a; fetch c; commit")],
    [query("begin")],
    [
      parse("", "declare p cursor for select $1::int + 1 as a"),
      describe("S"),
      bind({parameters: ["41"]}),
      describe("P"),
      execute(),
      SYNC,
    ],
    [describe("P", "p"), query("fetch p")],
    [query("rollback")],
    [parse("", "declare p cursor for select 1"), bind(), execute(), SYNC],
    [query("move nope")],
    [query("declare x cursor with hold for select 'for' as \"for\" -- for\n; fetch x; close x")],
  ],
  copies: [
    [query("copy (select g, null, E'a\\tb\\nc\\\\d' from generate_series(1, 2) g) to stdout")],
    [
      query(
        "copy (select 'a;b', '\"', '', null, 'x y', E'l\\nm') to stdout with (format csv, header, delimiter ';', force_quote (\"?column?\"))",
      ),
    ],
    [query("copy (select 1 as a, 'x' as \"b,c\", null as d) to stdout csv header force quote a null 'N'")],
    [
      query(
        "copy (select 1 as a, 'x' as \"b,c\", null as d) to stdout csv force quote * escape '\\' quote '$'",
      ),
    ],
    [query("copy (select E'\\\\.' as a) to stdout csv")],
    [query("copy (select E'\\\\.' as a, 1) to stdout csv")],
    [
      query(
        "copy (select 1 as a, E'\\b\\f\\v|' as \"b\\t\") to stdout (header true, delimiter '|', null 'x')",
      ),
    ],
    [query("copy (select 1::int4 as a, 'x'::text as b, null::int as c, 1.5::numeric) to stdout binary")],
    [query("copy (select 1 where false) to stdout (format binary)")],
    [query("copy pg_am (amname, oid) to stdout")],
    [query("copy (select 1/(2 - g) from generate_series(1, 3) g) to stdout")],
    [query("copy (select 1) to stdout; select 2")],
    [query("copy (select 1) to stdout (format nope)")],
    [query("copy (select 1) to stdout (nope)")],
    [query("copy (select 1) to stdout (header, header)")],
    [query("copy (select 1) to stdout (quote 'x')")],
    [query("copy (select 1) to stdout (format csv, delimiter 'ab')")],
    [query("copy (select 1) to stdout (format csv, delimiter '\"')")],
    [query("copy (select 1) to stdout (format binary, delimiter ';')")],
    [query("copy (select 1) to stdout (delimiter 'a')")],
    [query("copy (select 'é', nope) to stdout")],
    [parse("", "copy (select 1) to stdout"), bind(), describe("P"), execute(), SYNC],
  ],
  "commands of a session": [
    [query("discard all; discard plans; discard temp; discard sequences")],
    [query("begin; discard all")],
    [query("rollback; unlisten *; close all; reset all; deallocate all")],
    [
      query(
        "show transaction_isolation; show integer_datetimes; show max_identifier_length; show server_encoding",
      ),
    ],
    [parse("", "show server_version_num"), describe("S"), bind(), describe("P"), execute(), SYNC],
    [query("set transaction isolation level serializable")],
    [query("set constraints all deferred")],
  ],
};

for (const [title, rounds] of Object.entries(SEQUENCES)) {
  test(`${title}: the same messages in the same order as from Postgres`, async () => {
    expect(await answers(sides.ours, rounds)).toEqual(await answers(sides.real, rounds));
  });
}
