import {Empty} from "../../../parts/empty.tsx";
import {ListTable, usePages} from "../../../parts/list-table.tsx";
import {RunButton} from "../../../parts/run-button.tsx";
import {StatusBadge} from "../../../parts/status-badge.tsx";
import {useLoad} from "../../../parts/use-load.ts";
import {When} from "../../../parts/when.tsx";
import {segment, service} from "../../../service/service.ts";
import {type Model, titleInName, titleOfModel} from "../../explore/fields.ts";
import {explorePage} from "../../home/explore-page.ts";
import {isUnderWay, type QueryRun} from "../data.ts";

const NUMBER = new Intl.NumberFormat();
const DURATION = new Intl.NumberFormat(undefined, {maximumSignificantDigits: 2});

/** The person's own queries, newest first. */
export function Queries() {
  const list = usePages<QueryRun>("/api/query/runs?limit=50");
  // A row is shown once its names are known, so that the rows below it do not move.
  const named = useLoad(
    async () => ({rows: list.rows, models: await modelsOf(list.rows ?? [])}),
    [list.rows],
  );
  const models = named.value?.models;
  return (
    <ListTable
      label="My queries"
      list={{...list, rows: named.value?.rows}}
      keyOf={({id}) => id}
      columns={[
        {title: "When", cell: ({createdAt}) => <When at={createdAt} />},
        {
          title: "Asked",
          cell: run => (
            <a href={askedAgain(run)}>
              <bdi>{describeAsked(run, models?.get(pathOfModel(run)))}</bdi>
            </a>
          ),
        },
        {title: "By", minor: true, cell: ({trigger}) => CALLERS[trigger] ?? trigger},
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
        <Empty title="You have run no query yet">
          <p>
            Open the <a href="/explore">explorer</a>. Your own queries appear here.
          </p>
        </Empty>
      }
    />
  );
}

/** The caller of a query in words, by the trigger of its run. */
const CALLERS: Readonly<Record<string, string>> = {
  interactive: "a page or a program",
  batch: "several at once",
  async: "in the background",
  schedule: "a schedule",
  action: "an action",
  agent: "an agent",
  sql: "SQL",
};

const pathOfModel = ({projectId, model}: QueryRun) =>
  `/api/projects/${segment(projectId)}/models/${segment(model)}`;

/** The models of the runs, by their paths. Models that can no longer be read are missing. */
async function modelsOf(runs: readonly QueryRun[]): Promise<Map<string, Model>> {
  const paths = [...new Set(runs.map(pathOfModel))];
  const read = async (path: string) => [path, await service.get<Model>(path)] as const;
  const answers = await Promise.allSettled(paths.map(read));
  return new Map(answers.flatMap(one => (one.status === "fulfilled" ? [one.value] : [])));
}

const MAX_NAMED = 4;

/** The query in words: "orders: Count by Status". Names replace the labels where the model can no longer be read. */
function describeAsked({model: name, asked}: QueryRun, model: Model | undefined): string {
  const of = titleOfModel(model ?? {name});
  if (asked === null) return of;
  const titles = (names: readonly string[]) => {
    const more = names.length - MAX_NAMED;
    const listed = names.slice(0, MAX_NAMED).map(one => (model ? titleInName(model, one) : one));
    return listed.join(", ") + (more > 0 ? ` and ${more} more` : "");
  };
  const parts = [titles(asked.measures), titles(asked.dimensions)].filter(Boolean);
  return parts.length > 0 ? `${of}: ${parts.join(" by ")}` : of;
}

/** The address that runs the query again, without its filters: the history stores none of their values. */
function askedAgain({model, projectId, asked}: QueryRun): string {
  const fields = [
    ...(asked?.dimensions ?? []).map(name => ["d", name]),
    ...(asked?.measures ?? []).map(name => ["m", name]),
  ];
  return (
    explorePage(model, projectId) + fields.map(([key, name = ""]) => `&${key}=${segment(name)}`).join("")
  );
}
