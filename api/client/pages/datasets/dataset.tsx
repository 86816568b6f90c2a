import type {
  DatasetView as Dataset,
  DatasetUsage as Usage,
} from "../../../../shared/querying/layers/datasets/schemas.ts";
import {LinkButton} from "../../parts/button.tsx";
import {Table} from "../../parts/list-table.tsx";
import {Load} from "../../parts/load.tsx";
import {LoadPage} from "../../parts/load-page.tsx";
import {PageHead} from "../../parts/page-head.tsx";
import {useLoad} from "../../parts/use-load.ts";
import {valueText} from "../../parts/value-text.ts";
import {Moment} from "../../parts/when.tsx";
import {segment, service} from "../../service/service.ts";
import type {PageProps} from "../../shell/page-props.ts";
import {explorePage} from "../home/explore-page.ts";
import {ColumnTypes} from "./upload-csv.tsx";

const SHOWN_ROWS = 20;

interface Rows {
  columns: {name: string}[];
  rows: unknown[][];
}

/** One dataset: its columns, its first rows, and the content that uses it. */
export default function DatasetPage({parameters: {datasetId = ""}}: PageProps) {
  const at = `/api/datasets/${segment(datasetId)}`;
  const dataset = useLoad(signal => service.get<Dataset>(at, {signal}), [at]);
  const usage = useLoad(signal => service.get<Usage>(`${at}/usage`, {signal}), [at]);
  const rows = useLoad(signal => service.get<Rows>(`${at}/data?limit=${SHOWN_ROWS}`, {signal}), [at]);
  return (
    <LoadPage what="dataset" from={dataset}>
      {({name, slug, projectId, kind, createdAt, columns, definition}) => (
        <>
          <PageHead
            title={name}
            back={{href: "/datasets", text: "Datasets"}}
            about={
              kind === "snapshot"
                ? "Fixed rows, which can be queried like a model."
                : "A named query, which can be queried like a model. Everybody gets their own rows."
            }
          >
            <LinkButton look="act" href={explorePage(slug, projectId)}>
              Ask
            </LinkButton>
          </PageHead>
          <dl class="facts">
            <dt>Model in queries</dt>
            <dd>
              <bdi class="code">{slug}</bdi>
            </dd>
            {definition && (
              <>
                <dt>Over the model</dt>
                <dd>
                  <bdi>{definition.model}</bdi>
                </dd>
              </>
            )}
            <dt>Made</dt>
            <dd>
              <Moment at={createdAt} />
            </dd>
          </dl>
          <h2>Columns</h2>
          <ColumnTypes columns={columns} />
          <h2>First rows</h2>
          <Load from={rows}>
            {({columns: heading, rows: found}) => (
              <Table
                label="First rows"
                columns={heading.map(({name: title}, i) => ({
                  title,
                  cell: ({values}: {values: unknown[]}) => <bdi>{valueText(values[i])}</bdi>,
                }))}
                rows={found.map((values, i) => ({values, i}))}
                keyOf={({i}) => String(i)}
              />
            )}
          </Load>
          <h2>Used by</h2>
          <Load from={usage}>{found => <UsageList usage={found} />}</Load>
        </>
      )}
    </LoadPage>
  );
}

function UsageList({usage: {hidden, ...kinds}}: {usage: Usage}) {
  const uses = Object.entries(kinds).flatMap(([kind, things]) => things.map(thing => ({kind, ...thing})));
  return (
    <>
      {uses.length === 0 && hidden === 0 && <p class="soft">Nothing yet.</p>}
      <ul class="uses" aria-label="Used by">
        {uses.map(({kind, id, name}) => (
          <li key={id}>
            <span class="badge">{kind.replace(/s$/, "")}</span>{" "}
            <a href={`/${kind}/${id}`}>
              <bdi>{name}</bdi>
            </a>
          </li>
        ))}
      </ul>
      {hidden > 0 && <p class="soft">And {hidden.toLocaleString()} that you cannot see.</p>}
    </>
  );
}
