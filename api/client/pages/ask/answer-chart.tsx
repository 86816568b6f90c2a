import {useState} from "preact/hooks";
import type {AnswerChart as Chart} from "../../asking/data.ts";
import {Button} from "../../parts/button.tsx";
import {Dialog} from "../../parts/dialog.tsx";
import {lazy} from "../../parts/lazy.tsx";
import {Load} from "../../parts/load.tsx";
import {useLoad} from "../../parts/use-load.ts";
import type {ChartData} from "../../service/api.ts";
import {reader} from "../../service/reader.ts";
import {service} from "../../service/service.ts";
import {open} from "../../shell/navigation.ts";
import {ChartPicture} from "../automation/chart-picture.tsx";
import {SaveDialog} from "../explore/saving/saving.tsx";
import {VerifyButton} from "./verify-button.tsx";

const WatchForm = lazy(async () => (await import("../automation/new-action.tsx")).WatchForm);

interface Asked {
  question: string;
  /** Whether the chart's query can be marked as right. */
  canVerify: boolean;
}

/** A query of an answer, drawn with its current rows, and the actions on it. */
export function AnswerChart({chart, ...asked}: {chart: Chart} & Asked) {
  const {name, type, query, config} = chart;
  const drawn = useLoad(
    signal =>
      service.post<ChartData>("/api/charts/preview", {name, type, query, ...(config && {config})}, {signal}),
    [],
  );
  return (
    <figure class="answer-chart" aria-label={name}>
      <Load from={drawn}>
        {data => (
          <>
            <ChartPicture chart={{id: "unsaved", name, type}} data={data} />
            <Actions chart={chart} data={data} {...asked} />
          </>
        )}
      </Load>
    </figure>
  );
}

function Actions({chart, data, question, canVerify}: {chart: Chart; data: ChartData} & Asked) {
  const [opened, setOpened] = useState<"save" | "watch">();
  const close = () => setOpened(undefined);
  if (reader().seat !== "editor") return null;
  return (
    <div class="buttons">
      <Button label={`Save as a chart: ${chart.name}`} onClick={() => setOpened("save")}>
        Save as a chart
      </Button>
      <Button label={`Tell me when it crosses …: ${chart.name}`} onClick={() => setOpened("watch")}>
        Tell me when it crosses …
      </Button>
      {canVerify && <VerifyButton question={question} query={chart.query} />}
      {opened === "save" && <SaveDialog offer={{draft: chart, name: chart.name}} onClose={close} />}
      {opened === "watch" && (
        <Dialog title="Tell me when …" onClose={close} wide>
          <WatchForm chart={chart} data={data} onSaved={({id}) => open(`/actions/${id}`)} />
        </Dialog>
      )}
    </div>
  );
}
