"""What psycopg 3 prints of the models of an airline."""
import datetime
from decimal import Decimal
import psycopg
from psycopg.rows import dict_row, namedtuple_row

ROW = """select id, origin_code, carrier, departed_at, day, distance, price, score, is_late, details, "origin.city"
from flights order by id limit 7"""
FROM = datetime.datetime(2024, 3, 1, tzinfo=datetime.timezone.utc)


def fault(connection, text, *values):
    try:
        print(connection.execute(text, *values).fetchall())
    except psycopg.Error as error:
        print(type(error).__name__, error.sqlstate, error.diag.message_primary, error.diag.message_hint)
    connection.rollback()


with psycopg.connect() as connection:
    for binary in (False, True):
        with connection.cursor(binary=binary) as cursor:
            cursor.execute(ROW)
            print([(c.name, c.type_code, c.internal_size, c.precision, c.scale, c.display_size) for c in cursor.description])
            for row in cursor:
                print(row)
            cursor.execute(
                "select carrier, count(*), sum(price) from flights where departed_at >= %s and distance > %s and price < %s"
                " and is_late is not distinct from %s and origin_code = any(%s) and day <> %s group by 1 order by 1",
                (FROM, 10, Decimal("70.5"), True, ["SFO", "ÅLB"], datetime.date(2024, 3, 3)),
            )
            print(cursor.fetchall())
            cursor.execute("select array_agg(distinct carrier order by carrier), array_agg(price order by id), now() > %s from flights", (FROM,))
            print(cursor.fetchall())
        with connection.cursor("c", binary=binary, row_factory=namedtuple_row) as cursor:
            cursor.execute("select id, carrier from flights where distance > %s order by id", (30,))
            print(cursor.fetchone(), cursor.fetchmany(3))
            cursor.itersize = 5
            print(len([row for row in cursor]))
        with connection.cursor("s", scrollable=True, withhold=True, binary=binary) as cursor:
            cursor.execute("select id from flights order by id")
            cursor.scroll(10)
            print(cursor.fetchone())
            cursor.scroll(2, mode="absolute")
            print(cursor.fetchone())
            cursor.scroll(-2)
            print(cursor.fetchone())
            connection.commit()
            print(len(cursor.fetchall()))
    with connection.pipeline() as pipeline:
        counts = [connection.execute("select count(*) from flights where distance > %s", (n * 20,)) for n in range(4)]
        airports = connection.cursor(row_factory=dict_row).execute("select code, city from airports order by code")
        pipeline.sync()
        more = connection.execute("select carrier, rank() over (order by count(*), carrier) from flights group by 1 order by 1")
        print([cursor.fetchone() for cursor in counts], airports.fetchall(), more.fetchall())
    try:
        with connection.pipeline():
            before = connection.execute("select count(*) from flights")
            connection.execute("select nope from flights")
            connection.execute("select count(*) from airports")
    except psycopg.Error as error:
        print(error.sqlstate, connection.info.transaction_status)
    connection.rollback()
    for round in range(8):
        prepared = connection.execute("select count(*) from flights where carrier = %s", ("AA" if round % 2 else "it's",), prepare=True)
        print(prepared.fetchone())
    connection.cursor().executemany("select %s::int", [(1,), (2,)])
    for options in ("", "(format csv, header)", "(format binary)"):
        with connection.cursor().copy("copy (select id, carrier, day, is_late, price from flights order by id limit 4) to stdout " + options) as copy:
            print(b"".join(bytes(block) for block in copy))
    with connection.cursor().copy("copy (select id, carrier from flights order by id limit 2) to stdout") as copy:
        copy.set_types(["int8", "text"])
        print(list(copy.rows()))
    print(list(connection.cursor().stream("select id, carrier from flights order by id limit 3")))
    fault(connection, "select nope from flights")
    fault(connection, "select carrier from nope")
    fault(connection, "select id from flights where id = %s", ("abc",))
    fault(connection, "select 1 / (distance - distance) from flights")
    fault(connection, "select carrier, count(*) from flights")
    fault(connection, "select sum(carrier) from flights")
    with connection.transaction():
        with connection.transaction() as inner:
            connection.execute("select count(*) from flights")
            raise psycopg.Rollback(inner)
        print(connection.execute("select count(*) from airports").fetchone())
