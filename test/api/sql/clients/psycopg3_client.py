import psycopg

print(psycopg.pq.version() > 0)
with psycopg.connect("") as connection:
    print(connection.execute("select %s::int8, %s::text, %s::timestamptz is not null", (1, "é", "2024-01-01")).fetchall())
    values = "select true, 1::int2, 2::int4, 3::int8, 1.50::numeric, 1.5::float4, 2.5::float8, 'é', date '2024-02-29', " \
        "timestamptz '2024-02-29 12:00+00', time '12:34:56.789', interval '1 day 02:03:04', array[1, null, 3], " \
        "'{\"a\": [1]}'::jsonb, '\\x00ff'::bytea, 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'::uuid, '10.0.0.0/8'::cidr, int4range(1, 5)"
    for binary in (False, True):
        with connection.cursor(binary=binary) as cursor:
            cursor.execute(values)
            print(cursor.fetchone())
            for value in (True, 5, 1.5, "é", b"\x00\xff", [1, 2, None], ["a", None]):
                cursor.execute("select %b as v" if binary else "select %s as v", (value,))
                print(cursor.fetchone(), cursor.description[0].type_code)
    with connection.cursor("server", binary=True) as cursor:
        cursor.itersize = 50
        cursor.execute("select g from generate_series(1, %s) g", (1000,))
        print(cursor.description[0], sum(row[0] for row in cursor))
    with connection.cursor("scroll", scrollable=True) as cursor:
        cursor.execute("select g from generate_series(1, 10) g")
        cursor.scroll(4)
        print(cursor.fetchone(), cursor.fetchmany(2))
        cursor.scroll(0, mode="absolute")
        print(cursor.fetchall())
    for row in connection.cursor().stream("select g from generate_series(1, 5) g"):
        print(row)
    for prepare in range(8):
        cursor = connection.execute("select %s + 1", (prepare,))
    print(cursor.fetchall())
    try:
        with connection.transaction():
            connection.execute("select 1")
            with connection.transaction():
                connection.execute("select nope")
    except psycopg.Error as error:
        print(error.sqlstate, error)
    print(connection.info.transaction_status)
    if psycopg.Pipeline.is_supported():
        connection.rollback()
        with connection.pipeline() as pipeline:
            cursors = [connection.execute("select %s", (i,)) for i in range(5)]
            pipeline.sync()
            print([cursor.fetchone() for cursor in cursors])
        try:
            with connection.pipeline():
                connection.execute("select 1")
                connection.execute("select nope")
                connection.execute("select 2")
        except psycopg.Error as error:
            print(error.sqlstate)
        connection.rollback()
        print(connection.execute("select 3").fetchone())
    with connection.cursor() as cursor:
        for options in ("", "(format csv, header)", "(format binary)"):
            with cursor.copy("copy (select g, 'a' || g, null::int from generate_series(1, 3) g) to stdout " + options) as copy:
                print(b"".join(bytes(block) for block in copy))
        with cursor.copy("copy (select 1::int4, 'x'::text) to stdout (format binary)") as copy:
            copy.set_types(["int4", "text"])
            print(list(copy.rows()))
