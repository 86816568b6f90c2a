import {useState} from "preact/hooks";
import {OnlyFor} from "../../parts/access/only-for.tsx";
import {LinkButton} from "../../parts/button.tsx";
import {Dialog} from "../../parts/dialog.tsx";
import {Empty} from "../../parts/empty.tsx";
import {ListTable, nameColumn, usePages} from "../../parts/list-table.tsx";
import {PageHead} from "../../parts/page-head.tsx";
import {StatusBadge} from "../../parts/status-badge.tsx";
import {When} from "../../parts/when.tsx";
import {open, replaceSearch} from "../../shell/navigation.ts";
import type {Action} from "./data.ts";
import {NewAction} from "./new-action.tsx";
import {describeEffect, describeTrigger} from "./words.ts";

/** The chart of an address such as `/actions?new=chart_…`. */
function chartToWatch(): string | undefined {
  return new URLSearchParams(location.search).get("new") || undefined;
}

export default function Actions() {
  const [chartId, setChartId] = useState(chartToWatch);
  const list = usePages<Action>("/api/actions?limit=50");
  const close = () => {
    setChartId(undefined);
    replaceSearch(new URLSearchParams());
  };
  return (
    <>
      <PageHead
        title="Actions"
        about="An action sends mail, or starts other work, when its condition is met."
      >
        <OnlyFor who="editors">
          <LinkButton href="/charts" look="act">
            Choose a chart to watch
          </LinkButton>
        </OnlyFor>
      </PageHead>
      <ListTable
        label="Actions"
        list={list}
        keyOf={({id}) => id}
        columns={[
          nameColumn("/actions"),
          {title: "When", minor: true, cell: ({trigger}) => <bdi>{describeTrigger(trigger)}</bdi>},
          {
            title: "Then",
            minor: true,
            cell: ({effects}) => <bdi>{effects.map(describeEffect).join(", ")}</bdi>,
          },
          {
            title: "Next check",
            cell: ({active, nextRun}) => (active ? <When at={nextRun} /> : "paused"),
          },
          {title: "Last", cell: ({lastRun}) => <StatusBadge status={lastRun?.status} />},
        ]}
        empty={
          <Empty title="No action yet">
            <p>
              Open a <a href="/charts">chart</a>, and press “Tell me when …”: you get a mail as soon as its
              value crosses a threshold.
            </p>
          </Empty>
        }
      />
      {chartId && (
        <Dialog title="Tell me when …" onClose={close} wide>
          <NewAction
            chartId={chartId}
            onSaved={({id}) => {
              close();
              open(`/actions/${id}`);
            }}
          />
        </Dialog>
      )}
    </>
  );
}
