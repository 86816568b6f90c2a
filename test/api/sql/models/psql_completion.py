"""Presses the tabulator in psql, in a terminal, and prints what it completes and offers."""

import os
import pty
import re
import select
import sys

TYPED = [
    "select * from fl\t",
    "select * from public.air\t",
    "select * from datasets.\t\t",
    "select * from \"Air\t\t",
    "select dis\t",
    "select distance from flights where dis\t",
    "select * from flights where sta\t\t",
    "select * from flights order by dis\t",
    "select * from flights group by or\t\t",
    "\\d fl\t",
    "\\d+ airp\t",
    "\\dt data\t",
    "\\dn da\t",
    "\\df pg_catalog.to_js\t\t",
    "\\dT pg_catalog.int8r\t",
    "table fl\t",
    "copy fl\t",
    "set timez\t",
    "set timezone to 'Europe/Berl\t",
    "show work_\t\t",
    "analyze fl\t",
    "explain select * from airp\t",
    "declare c cursor for select * from fl\t",
    "comment on column flights.dis\t",
    "select * from pg_catalog.pg_nam\t",
    "select * from information_schema.table_c\t\t",
    "grant select on fl\t",
    "\\sf pg_catalog.pg_get_viewd\t",
    "alter table fl\t",
    "drop table airp\t",
]

END = "all-is-read"


def main():
    pid, terminal = pty.fork()
    if pid == 0:
        os.environ["TERM"] = "dumb"
        os.environ["INPUTRC"] = "/dev/null"
        os.environ["PSQL_HISTORY"] = "/dev/null"
        os.environ["PAGER"] = "cat"
        os.execvp("psql", ["psql", "-X", "-q", "-v", "PROMPT1=> ", "-v", "PROMPT2=> "])
    read_until(terminal, "> ")
    for number, typed in enumerate(TYPED):
        # What is typed is thrown away, and its end told by a command of psql.
        end = f"{END}-{number}"
        os.write(terminal, typed.encode())
        os.write(terminal, b"\x15" + f"\\echo {end[:4]}''{end[4:]}\n".encode())
        shown = read_until(terminal, f"{end}\r\n> ")
        shown = re.sub(r"[\x07\x08\x0d]|\x1b\[[0-9;?]*[a-zA-Z]", "", shown)
        print(f"{typed!r}: {shown.split(chr(92) + 'echo')[0].strip()}")
    os.write(terminal, b"\\q\n")
    os.waitpid(pid, 0)


def read_until(terminal, end):
    shown = ""
    while end not in shown:
        ready, _, _ = select.select([terminal], [], [], 60)
        if not ready:
            sys.exit(f"nothing more came, and no {end!r} is in: {shown!r}")
        shown += os.read(terminal, 65536).decode()
    return shown


main()
