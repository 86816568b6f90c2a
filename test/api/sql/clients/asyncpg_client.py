import asyncio
import os
import asyncpg


async def main():
    connection = await asyncpg.connect()
    print(await connection.fetch("select $1::int as a, $2::text as b", 1, "é"))
    row = await connection.fetchrow(
        "select true, 1::int2, 2::int4, 3::int8, 1.50::numeric, 1.5::float4, 2.5::float8, 'é', date '2024-02-29',"
        " timestamptz '2024-02-29 12:00+00', time '12:34:56.789', interval '1 day 02:03:04', array[1, null, 3],"
        " '{\"a\": [1]}'::jsonb, '\\x00ff'::bytea, 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'::uuid, int4range(1, 5),"
        " array['a', 'b'], '1'::\"char\", 'pg_class'::regclass, inet '10.0.0.1', array[1.5, null]::numeric[]"
    )
    print(list(row.values()))
    print(await connection.fetchval("select $1::timestamptz", __import__("datetime").datetime(2024, 1, 1, tzinfo=__import__("datetime").timezone.utc)))
    print(await connection.fetchval("select $1::text[]", ["a", None, "b\"c"]))
    print(await connection.fetchval("select $1::numeric + 1", __import__("decimal").Decimal("1.50")))
    try:
        await connection.fetch("select nope")
    except asyncpg.PostgresError as error:
        print(error.sqlstate, error)
    async with connection.transaction(readonly=True):
        total = 0
        async for record in connection.cursor("select g from generate_series(1, 500) g", prefetch=50):
            total += record["g"]
        print(total)
        cursor = await connection.cursor("select g from generate_series(1, 20) g")
        print(await cursor.fetch(3), await cursor.forward(5), await cursor.fetchrow())
    statement = await connection.prepare("select $1::int + 1 as n")
    print([await statement.fetchval(i) for i in range(3)], statement.get_attributes(), statement.get_parameters())
    target = open(os.devnull, "wb")
    print(await connection.copy_from_query("select 1, 2", output=target, format="csv"))
    try:
        await connection.fetchval("select pg_sleep(30)", timeout=0.2)
    except asyncio.TimeoutError:
        print("timeout")
    print(await connection.fetchval("select 42"))
    await connection.reset()
    await connection.close()
    pool = await asyncpg.create_pool(min_size=2, max_size=4)
    print(sorted(await asyncio.gather(*(pool.fetchval("select $1::int", i) for i in range(20)))))
    await pool.close()


asyncio.run(main())
