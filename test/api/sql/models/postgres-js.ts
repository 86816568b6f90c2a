import postgres from "postgres";

/** Prints what postgres.js sees of the models of an airline. Runs as a program of its own. */

const {PGHOST: host, PGPORT, PGUSER: user, PGPASSWORD, PGDATABASE: database} = Bun.env;
const sql = postgres({
  host: host ?? "",
  port: Number(PGPORT),
  user: user ?? "",
  password: PGPASSWORD ?? "",
  database: database ?? "",
  max: 2,
  onnotice: notice => say("notice", notice["message"]),
});

function say(...values: unknown[]): void {
  const text = (value: unknown) =>
    JSON.stringify(value, (_, part) => (typeof part === "bigint" ? `${part}n` : part));
  process.stdout.write(`${values.map(text).join(" ")}\n`);
}

const fault = (error: unknown) =>
  error instanceof postgres.PostgresError
    ? say(error.severity, error.code, error.message, error.hint, error.position)
    : say(String(error));

const rows = await sql`
  select id, origin_code, carrier, departed_at, day, distance, price, score, is_late, details, "origin.city"
  from flights order by id limit 7`;
say(
  rows,
  rows.columns.map(({name, type}) => [name, type]),
  rows.command,
  rows.count,
);
const from = new Date("2024-03-01T00:00:00Z");
say(
  await sql`select carrier, count(*) from flights
    where departed_at >= ${from} and distance > ${10} and carrier <> ${"DL\\x"} and is_late is distinct from ${true}
    group by carrier order by carrier`,
);
say(await sql`select id from flights where origin_code in ${sql(["SFO", "ÅLB"])} order by id limit 5`);
say(await sql`select id from flights where carrier = any(${["AA", "it's"]}) order by id limit 5`);
say(
  await sql`select ${sql(["code", "city"])} from ${sql("airports")} where ${sql("size")} > ${5} order by 1`,
);
say(
  await sql`select array_agg(distinct carrier order by carrier) as carriers, '{"a": 1}'::json as j, ${sql.json({b: [1]})}::jsonb as k from flights`,
);
say(await sql`select details->'list' as list from flights order by id limit 2`.values());
say(await sql`select id, carrier from flights order by id limit 2`.raw());
const described = await sql`select price, details, day from flights where distance > ${1}`.describe();
say(
  described.types,
  described.columns.map(({name, type}) => [name, type]),
);
for await (const batch of sql`select id from flights order by id`.cursor(25))
  say(
    batch.length,
    batch.map(({id}) => id),
  );
await sql`select id from flights order by id limit 3`.forEach(row => {
  say(row);
});
say(await sql`select 1 as a; select carrier from flights order by id limit 2`.simple());
say(await sql.unsafe("select count(*) from flights where day > $1", ["2024-03-03"], {prepare: true}));
await sql`select nope from flights`.catch(fault);
await sql`select id from flights where id = ${"abc"}`.catch(fault);
await sql`select 1 / (distance - distance) from flights`.catch(fault);
say(
  await sql.begin("read only", async transaction => {
    const before = await transaction`select count(*) from flights`;
    await transaction.savepoint(inner => inner`select nope from flights`).catch(fault);
    const [after, more] = await Promise.all([
      transaction`select count(*) from flights`,
      transaction`select min(day)::text from flights`,
    ]);
    return [before, after, more];
  }),
);
say(
  await Promise.all(
    Array.from({length: 10}, (_, index) => sql`select count(*) from flights where distance > ${index * 10}`),
  ),
);
const copied: string[] = [];
const stream = await sql`copy (select id, carrier from flights order by id limit 3) to stdout csv`.readable();
for await (const bytes of stream) copied.push(String(bytes));
say(copied.join(""));
const endless = sql`select count(*) from generate_series(1, 10000000000)`;
setTimeout(() => endless.cancel(), 100);
await endless.catch(fault);
await sql.end();
