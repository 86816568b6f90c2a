import {useState} from "preact/hooks";
import {Button} from "../../../parts/button.tsx";
import {useSending} from "../../../parts/form.tsx";
import {useLoad} from "../../../parts/use-load.ts";
import {Refusal} from "../../../service/api.ts";
import {segment, service, type Versioned} from "../../../service/service.ts";
import type {Draft} from "../compile-question.ts";

const CHANGED = "Somebody else has changed the chart meanwhile. Save yours as another chart.";

interface Chart {
  name: string;
  updatedAt: string;
}

/** The versions of charts that were replaced from this document, each with the version that replaced it. */
const replacedHere = new Map<string, string>();

/** The newest of the versions that replaced this one from this document. */
function newestOf(chart: string, version: string): string {
  const next = replacedHere.get(`${chart} ${version}`);
  return next === undefined ? version : newestOf(chart, next);
}

/**
 * Saves the question over the chart that it was opened from, unless the chart has changed since. An address may be older
 * than the chart: `version` is that of the chart when the address was made.
 */
export function SaveOver({
  chartId,
  version,
  draft,
}: {
  chartId: string;
  version: string | null;
  draft: () => Draft;
}) {
  const path = `/api/charts/${segment(chartId)}`;
  const opened = useLoad(signal => service.getVersioned<Chart>(path, {signal}), [path]);
  const [replaced, setReplaced] = useState<Versioned<Chart>>();
  const [isSaved, setSaved] = useState(false);
  const sending = useSending();
  if (!opened.value) return null;
  const {value: chart, etag: ifMatch} = replaced ?? opened.value;
  const {name} = opened.value.value;
  const save = () =>
    sending.send(async () => {
      setSaved(false);
      if (version !== null && newestOf(chartId, version) !== newestOf(chartId, chart.updatedAt))
        throw new Error(CHANGED);
      const {type, query, config = {}} = draft();
      const saved = await service
        .change<Chart>("PATCH", path, {type, query, config}, {ifMatch})
        .catch((error: unknown) => {
          if (!(error instanceof Refusal) || error.status !== 412) throw error;
          throw new Error(CHANGED);
        });
      if (saved.value.updatedAt !== chart.updatedAt) {
        replacedHere.set(`${chartId} ${chart.updatedAt}`, saved.value.updatedAt);
        keepVersion(saved.value.updatedAt);
      }
      setReplaced(saved);
      setSaved(true);
    });
  return (
    <>
      <span class="soft" role="status">
        {sending.message ?? (isSaved ? "Saved. " : "")}
        <a href={`/charts/${segment(chartId)}`}>
          <bdi>{name}</bdi>
        </a>
      </span>
      <Button look="act" busy={sending.busy} onClick={() => void save()}>
        Save changes
      </Button>
    </>
  );
}

/** Writes the version that was saved into the page's address, which can be loaded again. */
function keepVersion(version: string): void {
  const address = new URL(location.href);
  address.searchParams.set("chart-version", version);
  history.replaceState(history.state, "", address);
}
