import {useEffect, useState} from "preact/hooks";
import {Button, LinkButton} from "../../parts/button.tsx";
import {Dialog} from "../../parts/dialog.tsx";
import {Empty} from "../../parts/empty.tsx";
import {Load} from "../../parts/load.tsx";
import {useLoad} from "../../parts/use-load.ts";
import {service} from "../../service/service.ts";
import type {ChartSummary} from "./dashboard.ts";

const PAUSE_MS = 150;
const MAX_CHARTS = "30";

/** The dialog that finds a chart to add to the dashboard. */
export function ChartPicker({onPick, onClose}: {onPick: (chart: ChartSummary) => void; onClose: () => void}) {
  const [text, setText] = useState("");
  const [q, setQ] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setQ(text.trim()), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const found = useLoad(
    async signal =>
      (
        await service.list<ChartSummary>(
          `/api/charts?${new URLSearchParams({limit: MAX_CHARTS, sort: "-updatedAt", ...(q && {q})})}`,
          {signal},
        )
      ).rows,
    [q],
  );
  return (
    <Dialog title="Add a chart" onClose={onClose}>
      <input
        type="search"
        class="wide"
        aria-label="Search charts by name"
        placeholder="Search by name"
        autocomplete="off"
        value={text}
        onInput={event => setText(event.currentTarget.value)}
      />
      <Load from={found}>
        {charts =>
          charts.length === 0 ? (
            <Empty title={q ? "No chart has this name." : "There is no chart yet"}>
              <LinkButton href="/explore">Make one</LinkButton>
            </Empty>
          ) : (
            <ul class="picks" aria-label="Charts">
              {charts.map(chart => (
                <li key={chart.id}>
                  <Button look="quiet" onClick={() => onPick(chart)}>
                    <bdi>{chart.name}</bdi>
                    <span class="soft">{chart.type.replaceAll("_", " ")}</span>
                  </Button>
                </li>
              ))}
            </ul>
          )
        }
      </Load>
    </Dialog>
  );
}
