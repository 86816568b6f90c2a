import os
import pyodbc

address = "Driver={PostgreSQL Unicode};Server=%s;Port=%s;Database=%s;Uid=%s;Pwd=%s;" % tuple(
    os.environ[name] for name in ("PGHOST", "PGPORT", "PGDATABASE", "PGUSER", "PGPASSWORD")
)
for more in ("", "UseDeclareFetch=1;Fetch=7;", "UseServerSidePrepare=0;", "Protocol=7.4-1;"):
    connection = pyodbc.connect(address + more)
    cursor = connection.cursor()
    cursor.execute("select ?, ?, date '2024-02-29', 1.50::numeric, true, null::int", 1, "é")
    print(cursor.fetchall(), [column[1] for column in cursor.description])
    cursor.execute("select g, 'x' || g from generate_series(1, 30) g")
    print(len(cursor.fetchall()))
    try:
        cursor.execute("select nope")
    except pyodbc.Error as error:
        print(error.args[0], "nope" in str(error))
    connection.rollback()
    print([row.column_name for row in cursor.columns("pg_am", schema="pg_catalog")])
    print([row.table_name for row in cursor.tables("pg_a%", schema="pg_catalog")])
    print(cursor.getTypeInfo(pyodbc.SQL_VARCHAR).fetchone()[0])
    connection.commit()
    connection.close()
