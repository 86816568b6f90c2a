"""What SQLAlchemy reflects of the models of an airline, and what it and pandas read."""
import pandas
from sqlalchemy import MetaData, case, create_engine, func, inspect, select, text

pandas.set_option("display.width", 300, "display.max_columns", 30, "display.max_rows", 100)
for options in ({}, {"server_side_cursors": True}):
    engine = create_engine("postgresql+psycopg2://", **options)
    inspector = inspect(engine)
    print(inspector.default_schema_name, inspector.get_schema_names(), inspector.get_table_names(), inspector.get_view_names())
    for schema in (None, "public", "datasets"):
        for table in inspector.get_table_names(schema):
            print(schema, table, inspector.has_table(table, schema))
            for column in inspector.get_columns(table, schema):
                print(sorted((key, str(value)) for key, value in column.items()))
            print(inspector.get_pk_constraint(table, schema), inspector.get_foreign_keys(table, schema))
            print(inspector.get_table_comment(table, schema), inspector.get_indexes(table, schema), inspector.get_unique_constraints(table, schema))
            print(inspector.get_check_constraints(table, schema), inspector.get_table_options(table, schema))
    print(inspector.get_sequence_names(), inspector.get_enums(), inspector.has_table("nope"))
    metadata = MetaData()
    metadata.reflect(engine)
    print(sorted(metadata.tables), [str(table.primary_key) for table in metadata.sorted_tables])
    flights = metadata.tables["flights"]
    airports = metadata.tables["airports"]
    with engine.connect() as connection:
        month = func.date_trunc("month", flights.c.departed_at)
        print(connection.execute(select(month, func.count()).group_by(month).order_by(month)).all())
        print(connection.execute(select(flights.c["origin.state"], func.sum(flights.c.price)).where(flights.c.distance.between(10, 60), flights.c.carrier.in_(["AA", "it's"])).group_by(flights.c["origin.state"]).order_by(flights.c["origin.state"])).all())
        print(connection.execute(select(flights.c.id, airports.c.city).join(airports).order_by(flights.c.id).limit(3)).all())
        print(connection.execute(select(case((flights.c.distance > 50, "far"), else_="near"), func.count()).group_by(text("1")).order_by(text("1"))).all())
        print(connection.execute(select(func.count()).select_from(select(flights.c.carrier).distinct().subquery())).scalar())
    print(pandas.read_sql('select id, origin_code, carrier, departed_at, day, distance, price, score, is_late, details, "origin.city" from flights order by id limit 7', engine))
    frame = pandas.read_sql("select carrier, count(*) as n, sum(price) as price from flights where day >= %(day)s group by 1 order by 1", engine, params={"day": "2024-03-01"}, index_col="carrier")
    print(frame, frame.dtypes)
    print(pandas.read_sql_table("airports", engine, columns=["code", "city", "size"]).sort_values("code").to_csv())
    print(sum(len(chunk) for chunk in pandas.read_sql("select id from flights", engine.connect().execution_options(stream_results=True), chunksize=7)))
