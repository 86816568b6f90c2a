import {render} from "preact";
import {useState} from "preact/hooks";
import {Button, LinkButton} from "../../parts/button.tsx";
import {useLoad} from "../../parts/use-load.ts";
import {reader} from "../../service/reader.ts";
import {segment, service} from "../../service/service.ts";
import {addressOfChart, type SavedChart} from "../explore/chart-address.ts";
import type {Model} from "../explore/fields.ts";
import type {Shared} from "./people.ts";
import {ShareDialog} from "./share-dialog.tsx";

/** The buttons beside a heading, for what a person can do with the content. Viewers get at most the link to explore. */
export function actionsFor(shared: Shared): HTMLElement {
  const root = document.createElement("div");
  root.className = "buttons actions";
  render(<Actions shared={shared} />, root);
  return root;
}

/** The link to the question behind a chart, for people who may query its model. */
function ExploreLink({chartId}: {chartId: string}) {
  const address = useLoad(
    async signal => {
      const chart = await service.get<SavedChart>(`/api/charts/${segment(chartId)}`, {signal});
      const model = segment(chart.query.model ?? "");
      const path = `/api/projects/${segment(chart.projectId ?? "")}/models/${model}`;
      return addressOfChart(chart, await service.get<Model>(path, {signal}));
    },
    [chartId],
  );
  if (!address.value) return null;
  const {path, left} = address.value;
  return (
    <LinkButton href={path}>
      {left.length === 0 ? "Explore or change" : `Explore, without ${left.join(", ")}`}
    </LinkButton>
  );
}

function Actions({shared}: {shared: Shared}) {
  const [isSharing, setSharing] = useState(false);
  const {kind, id} = shared;
  const explore = kind === "chart" && <ExploreLink chartId={id} />;
  if (reader().seat !== "editor") return explore || null;
  return (
    <>
      {explore}
      {kind === "dashboard" && <LinkButton href={`/dashboards/${id}/edit`}>Edit</LinkButton>}
      <Button onClick={() => setSharing(true)}>Share</Button>
      <LinkButton href={`/schedules?new=${kind}:${id}`}>Send regularly</LinkButton>
      {kind === "chart" && <LinkButton href={`/actions?new=${id}`}>Tell me when …</LinkButton>}
      {isSharing && <ShareDialog shared={shared} onClose={() => setSharing(false)} />}
    </>
  );
}
