"""What pgcli asks for its completion, of the models of an airline."""
import os
import psycopg
from pgcli.completion_refresher import CompletionRefresher
from pgcli.pgcompleter import PGCompleter
from pgcli.pgexecute import PGExecute
from prompt_toolkit.completion import CompleteEvent
from prompt_toolkit.document import Document

execute = PGExecute(
    database=os.environ["PGDATABASE"],
    user=os.environ["PGUSER"],
    password=os.environ["PGPASSWORD"],
    host=os.environ["PGHOST"],
    port=os.environ["PGPORT"],
)
print(execute.search_path())
print(sorted(execute.schemata()))
own = lambda rows: sorted((row for row in rows if row[0] != "pg_catalog"), key=str)
print(own(execute.tables()), own(execute.views()))
print(own(execute.table_columns()), own(execute.view_columns()))
print(os.environ["PGDATABASE"] in execute.databases())
print(sorted(map(str, execute.foreignkeys())))
print(sorted((f.schema_name, f.func_name, f.arg_names, f.return_type) for f in execute.functions() if f.func_name in ("abs", "date_trunc", "sum")))
print(sorted(map(str, execute.datatypes())))
print(sorted(execute.casing()))
print(execute.explain_prefix(), execute.failed_transaction(), execute.valid_transaction())
completer = PGCompleter(smart_completion=True)
for name, refresh in CompletionRefresher.refreshers.items():
    refresh(completer, execute)
for text in (
    "select * from fl",
    "select * from datasets.",
    "select dis from flights|",
    "select f. from flights f|",
    "select * from flights where orig",
    "select * from flights f join ",
    "select * from flights f join airports a on ",
    "\\d fl",
):
    typed = text.split(" from flights")[0] if text.endswith("|") else text
    document = Document(text.rstrip("|"), len(typed))
    offered = [f"{one.text} ({one.display_meta_text})" for one in completer.get_completions(document, CompleteEvent())]
    print(text, sorted(one for one in offered if "keyword" not in one and "function" not in one)[:60])
for text in (
    "select carrier, count(*) from flights group by 1 order by 1",
    "select id, day, price from flights order by id limit 2; select code from airports order by code",
    "select nope from flights",
    "\\d flights",
    "\\dt",
    "\\dn",
    "\\df abs",
    "\\dv",
    "\\di",
):
    try:
        for title, rows, headers, status, sql, success, is_special in execute.run(text):
            print(title, headers, status, success)
            if rows is not None:
                for row in rows if not isinstance(rows, str) else [rows]:
                    print(row)
    except psycopg.Error as error:
        print(error.sqlstate, error)
