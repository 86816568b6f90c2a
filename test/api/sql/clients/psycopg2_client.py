import os
import psycopg2
import psycopg2.extras

connection = psycopg2.connect("")
cursor = connection.cursor()
cursor.execute("select %s::int, %s, now() is not null, array[1, 2], '{\"a\": 1}'::jsonb, 1.50::numeric", (1, "é'"))
print(cursor.fetchall(), [column.type_code for column in cursor.description])
try:
    cursor.execute("select nope")
except psycopg2.Error as error:
    print(error.pgcode, error)
try:
    cursor.execute("select 1")
except psycopg2.Error as error:
    print(error.pgcode, error)
connection.rollback()
named = connection.cursor("rows")
named.itersize = 100
named.execute("select g, g * 1.5 from generate_series(1, 1000) g")
print(sum(row[0] for row in named))
named.close()
scrolled = connection.cursor("back", scrollable=True)
scrolled.execute("select g from generate_series(1, 10) g")
print(scrolled.fetchmany(3))
scrolled.scroll(-2)
print(scrolled.fetchone())
scrolled.scroll(5, mode="absolute")
print(scrolled.fetchall())
scrolled.close()
connection.commit()
held = connection.cursor("held", withhold=True)
held.execute("select g from generate_series(1, 5) g")
connection.commit()
print(held.fetchall())
held.close()
connection.commit()
with open(os.devnull, "w") as file:
    cursor.copy_expert("copy (select g from generate_series(1, 3) g) to stdout csv header", file)
print(cursor.rowcount)
connection.commit()
connection.set_session(readonly=True, autocommit=True)
cursor.execute("select 2")
print(cursor.fetchone(), connection.get_transaction_status(), connection.encoding)
connection.autocommit = False
connection.set_session(isolation_level="REPEATABLE READ", readonly=True)
cursor.execute("show transaction_isolation")
print(cursor.fetchone())
connection.reset()
print(connection.get_parameter_status("server_version"), connection.get_parameter_status("TimeZone"))
connection.close()
