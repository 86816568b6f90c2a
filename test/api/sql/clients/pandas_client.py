import warnings

warnings.filterwarnings("ignore")
import pandas
import sqlalchemy

engine = sqlalchemy.create_engine("postgresql+psycopg2://")
with engine.connect() as connection:
    frame = pandas.read_sql_query("select g as a, g * 1.5 as b, 'x' || g as c, timestamp '2024-01-01' + g * interval '1 day' as d from generate_series(1, 4) g", connection)
    print(frame.to_csv(), frame.dtypes)
    print(len(pandas.concat(pandas.read_sql_query("select g from generate_series(1, 1000) g", connection.execution_options(stream_results=True), chunksize=100))))
inspector = sqlalchemy.inspect(engine)
print(inspector.get_schema_names())
print([column["name"] for column in inspector.get_columns("pg_am", schema="pg_catalog")])
print(inspector.get_pk_constraint("pg_am", schema="pg_catalog"), inspector.get_table_names(schema="information_schema"))
print(engine.dialect.server_version_info, engine.dialect.default_schema_name)
