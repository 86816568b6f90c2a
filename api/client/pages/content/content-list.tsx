import {type ComponentChildren, Fragment} from "preact";
import {useEffect, useState} from "preact/hooks";
import {Empty} from "../../parts/empty.tsx";
import {type Column, ListTable, nameColumn, usePages} from "../../parts/list-table.tsx";
import {PageHead} from "../../parts/page-head.tsx";
import {When} from "../../parts/when.tsx";
import {replaceSearch} from "../../shell/navigation.ts";

/** Debounce: how long typing must pause before the list is loaded. */
const PAUSE_MS = 200;

export interface ContentRow {
  id: string;
  name: string;
  createdAt: string;
  /** Absent for datasets, which are never changed. */
  updatedAt?: string;
  viewCount?: number;
}

/** The list of one kind of content, searched while the person types. The search is in the address. */
export function ContentList({
  kind,
  title,
  none,
  columns = [],
  children,
}: {
  /** The segment of the paths of the API and of the pages. */
  kind: "dashboards" | "charts" | "sheets" | "datasets";
  title: string;
  /** The hint in place of an empty list. */
  none: ComponentChildren;
  columns?: readonly Column<ContentRow>[];
  /** The buttons of the page. */
  children?: ComponentChildren;
}) {
  const [text, setText] = useState(() => new URLSearchParams(location.search).get("q") ?? "");
  const [q, setQ] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => {
      setQ(text.trim());
      replaceSearch(new URLSearchParams(text.trim() ? {q: text.trim()} : {}));
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const list = usePages<ContentRow>(`/api/${kind}?${new URLSearchParams({limit: "50", ...(q && {q})})}`);
  return (
    <Fragment>
      <PageHead title={title}>{children}</PageHead>
      <search class="input">
        <input
          type="search"
          aria-label={`Search ${title.toLowerCase()} by name`}
          placeholder="Search by name"
          autocomplete="off"
          value={text}
          onInput={event => setText(event.currentTarget.value)}
        />
      </search>
      <ListTable
        label={title}
        list={list}
        keyOf={({id}) => id}
        columns={[
          nameColumn(`/${kind}`),
          ...columns,
          {
            title: kind === "datasets" ? "Made" : "Changed",
            cell: ({createdAt, updatedAt = createdAt}) => <When at={updatedAt} />,
          },
        ]}
        empty={
          q ? (
            <Empty title={`No name contains “${q}”.`} />
          ) : (
            <Empty title={`No ${title.toLowerCase()} yet`}>{none}</Empty>
          )
        }
      />
    </Fragment>
  );
}
