import {Empty} from "../../../parts/empty.tsx";
import {ListTable, usePages} from "../../../parts/list-table.tsx";
import {RunButton} from "../../../parts/run-button.tsx";
import {StatusBadge} from "../../../parts/status-badge.tsx";
import {When} from "../../../parts/when.tsx";
import {segment, service} from "../../../service/service.ts";
import {isUnderWay, type QueryRun} from "../data.ts";

const NUMBER = new Intl.NumberFormat();
const DURATION = new Intl.NumberFormat(undefined, {maximumSignificantDigits: 2});

/** The person's own queries, newest first. */
export function Queries() {
  const list = usePages<QueryRun>("/api/query/runs?limit=50");
  return (
    <ListTable
      label="My queries"
      list={list}
      keyOf={({id}) => id}
      columns={[
        {title: "When", cell: ({createdAt}) => <When at={createdAt} />},
        {
          title: "Model",
          cell: ({model, projectId}) => (
            <a href={`/explore/${segment(model)}?project=${segment(projectId)}`}>
              <bdi>{model}</bdi>
            </a>
          ),
        },
        {title: "Asked", minor: true, cell: ({asked}) => <Asked asked={asked} />},
        {title: "By", minor: true, cell: ({trigger}) => trigger},
        {title: "State", cell: ({status}) => <StatusBadge status={status} />},
        {
          title: "Rows",
          number: true,
          minor: true,
          cell: ({rowCount}) => (rowCount === null ? "–" : NUMBER.format(rowCount)),
        },
        {
          title: "Took",
          number: true,
          cell: ({durationMs}) => (durationMs === null ? "–" : `${DURATION.format(durationMs)} ms`),
        },
        {title: "Reason", cell: ({error}) => error?.message ?? "–"},
        {
          title: "",
          cell: run =>
            isUnderWay(run) && (
              <RunButton
                text="Cancel"
                label={`Cancel the query over ${run.model}`}
                run={() => service.delete(`/api/query/runs/${segment(run.id)}`)}
                onDone={list.reload}
              />
            ),
        },
      ]}
      empty={
        <Empty title="You have asked nothing yet">
          <p>
            Open the <a href="/explore">explorer</a>. Your own queries appear here.
          </p>
        </Empty>
      }
    />
  );
}

const MOST_NAMED = 4;

function Asked({asked}: Pick<QueryRun, "asked">) {
  if (asked === null) return <>–</>;
  const names = [...asked.measures, ...asked.dimensions];
  const more = names.length - MOST_NAMED;
  return (
    <bdi>
      {names.slice(0, MOST_NAMED).join(", ")}
      {more > 0 && ` and ${more} more`}
    </bdi>
  );
}
