import type {ComponentChildren} from "preact";
import {useEffect, useRef, useState} from "preact/hooks";
import {type Service, service} from "../service/service.ts";
import {Button} from "./button.tsx";
import {Failed} from "./failed.tsx";
import {Loading} from "./loading.tsx";

export interface Column<T> {
  /** Empty for a column of buttons, which screen readers then call "Actions". */
  title: string;
  cell: (row: T) => ComponentChildren;
  /** Right-aligned figures. */
  number?: true;
  /** Left out on narrow screens. */
  minor?: true;
  /** Text such as ids, which may break anywhere. */
  code?: boolean;
}

/** The column of names, each a link to the page of its row below `folder`. */
export function nameColumn(folder: string): Column<{id: string; name: string}> {
  return {
    title: "Name",
    cell: ({id, name}) => (
      <a href={`${folder}/${id}`}>
        <bdi>{name}</bdi>
      </a>
    ),
  };
}

/** A table of loaded rows. */
export function Table<T>({
  label,
  columns,
  rows,
  keyOf,
}: {
  label: string;
  columns: readonly Column<T>[];
  rows: readonly T[];
  keyOf: (row: T) => string;
}) {
  const classOf = ({number, minor, code}: Column<T>) =>
    [number && "number", minor && "minor", code && "code"].filter(Boolean).join(" ");
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by the keyboard.
    <div class="table" role="region" aria-label={label} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {columns.map(column => (
              <th key={column.title} scope="col" class={classOf({...column, code: false})}>
                {column.title || <span class="unseen">Actions</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(row => (
            <tr key={keyOf(row)}>
              {columns.map(column => (
                <td key={column.title} class={classOf(column)}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The loaded pages of a list. `more` loads the next page. */
export function usePages<T>(path: string, from: Service = service) {
  const [rows, setRows] = useState<T[]>();
  const [next, setNext] = useState<string>();
  const [error, setError] = useState<unknown>();
  const [busy, setBusy] = useState(false);
  const [turn, setTurn] = useState(0);
  // Replaced with the list: a page that was requested for an earlier list is not added to a later one.
  const latestList = useRef({});
  useEffect(() => {
    const controller = new AbortController();
    latestList.current = {};
    setError(undefined);
    from.list<T>(path, {signal: controller.signal}).then(
      page => {
        if (controller.signal.aborted) return;
        latestList.current = {};
        setRows(page.rows);
        setNext(page.next);
      },
      failure => {
        if (!controller.signal.aborted) setError(failure);
      },
    );
    return () => controller.abort();
  }, [path, from, turn]);
  const more = async () => {
    if (next === undefined || busy) return;
    setBusy(true);
    const list = latestList.current;
    try {
      const page = await from.list<T>(next);
      if (list !== latestList.current) return;
      setRows(before => [...(before ?? []), ...page.rows]);
      setNext(page.next);
    } catch (failure) {
      if (list === latestList.current) setError(failure);
    } finally {
      setBusy(false);
    }
  };
  return {rows, error, busy, hasMore: next !== undefined, more, reload: () => setTurn(before => before + 1)};
}

/** A list of the service as a table, with a button that loads the next page; `empty` is shown if the list has no rows. */
export function ListTable<T>({
  list,
  empty,
  ...table
}: {
  list: ReturnType<typeof usePages<T>>;
  empty: ComponentChildren;
  label: string;
  columns: readonly Column<T>[];
  keyOf: (row: T) => string;
}) {
  const {rows, error, busy, hasMore, more, reload} = list;
  if (rows === undefined) return error ? <Failed error={error} retry={reload} /> : <Loading />;
  if (rows.length === 0 && !hasMore) return <>{empty}</>;
  return (
    <>
      <Table {...table} rows={rows} />
      {error !== undefined && <Failed error={error} retry={reload} />}
      {hasMore && (
        <Button busy={busy} onClick={() => void more()} label={`More: ${table.label}`}>
          More
        </Button>
      )}
    </>
  );
}
