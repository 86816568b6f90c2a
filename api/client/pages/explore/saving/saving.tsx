import {render} from "preact";
import {useEffect, useState} from "preact/hooks";
import {Button, LinkButton} from "../../../parts/button.tsx";
import {Dialog} from "../../../parts/dialog.tsx";
import {TextField} from "../../../parts/field.tsx";
import {Form, useSending} from "../../../parts/form.tsx";
import {Load} from "../../../parts/load.tsx";
import {useLoad} from "../../../parts/use-load.ts";
import {Refusal} from "../../../service/api.ts";
import {reader} from "../../../service/reader.ts";
import {segment, service} from "../../../service/service.ts";
import {createDashboard, freePosition, loadDashboard, saveDashboard} from "../../dashboard/dashboard.ts";
import type {Draft} from "../compile-question.ts";
import {SaveOver} from "./save-over.tsx";

/** A chart to save, with a suggested name. */
export interface Offer {
  draft: Draft;
  /** The name to suggest. */
  name: string;
}

/** The button that saves the question as a chart, for people who may save. */
export function savingFor(offer: () => Offer): HTMLElement {
  const root = document.createElement("div");
  root.className = "buttons";
  render(<Saving offer={offer} />, root);
  return root;
}

function Saving({offer}: {offer: () => Offer}) {
  // The chart that the question was opened from, and its version at that time.
  const [address] = useState(() => new URLSearchParams(location.search));
  const chartId = address.get("chart");
  const [offered, setOffered] = useState<Offer>();
  if (reader().seat !== "editor") return null;
  return (
    <>
      {chartId !== null && (
        <SaveOver chartId={chartId} version={address.get("chart-version")} draft={() => offer().draft} />
      )}
      <Button {...(chartId === null && {look: "act"})} onClick={() => setOffered(offer())}>
        {chartId === null ? "Save as a chart" : "Save as another chart"}
      </Button>
      {offered && <SaveDialog offer={offered} onClose={() => setOffered(undefined)} />}
    </>
  );
}

const DESTINATIONS = [
  ["none", "No dashboard"],
  ["new", "A new dashboard"],
  ["existing", "An existing dashboard"],
] as const;
type Destination = (typeof DESTINATIONS)[number][0];

interface Named {
  id: string;
  name: string;
}

interface Saved {
  chart: Named;
  dashboard: Named | undefined;
}

/** The dialog that saves a question as a chart, and can add the chart to a dashboard. */
export function SaveDialog({offer, onClose}: {offer: Offer; onClose: () => void}) {
  const {type} = offer.draft;
  const [name, setName] = useState(offer.name);
  const [place, setPlace] = useState<Destination>("none");
  const [newName, setNewName] = useState(offer.name);
  const [chosen, setChosen] = useState<Named>();
  const [chart, setChart] = useState<Named>();
  const [saved, setSaved] = useState<Saved>();
  const sending = useSending();
  const save = async () => {
    const made = await sending.send(async () => {
      if (place === "existing" && !chosen) throw new Error("Choose a dashboard.");
      // After a failure of the dashboard alone, the saved chart is not saved again.
      const own = chart ?? (await createChart(offer.draft, name.trim()));
      setChart(own);
      const dashboard = await put({...own, type}, place, newName.trim(), chosen);
      return {chart: own, dashboard};
    });
    if (made) setSaved(made);
  };
  if (saved) return <Outcome saved={saved} onClose={onClose} />;
  return (
    <Dialog title="Save as a chart" onClose={onClose}>
      <Form sending={sending} submit="Save" onSubmit={() => void save()}>
        <TextField
          label="Name of the chart"
          value={name}
          onInput={setName}
          required
          fault={sending.faultAt("/name")}
        />
        <fieldset class="choices">
          <legend>Add it to</legend>
          {DESTINATIONS.map(([value, text]) => (
            <label key={value}>
              <input type="radio" name="place" checked={place === value} onChange={() => setPlace(value)} />{" "}
              {text}
            </label>
          ))}
        </fieldset>
        {place === "new" && (
          <TextField label="Name of the dashboard" value={newName} onInput={setNewName} required />
        )}
        {place === "existing" && <DashboardChoice chosen={chosen} onChoose={setChosen} />}
      </Form>
    </Dialog>
  );
}

const PAUSE_MS = 150;
const MAX_DASHBOARDS = "8";

function DashboardChoice({
  chosen,
  onChoose,
}: {
  chosen: Named | undefined;
  onChoose: (dashboard: Named | undefined) => void;
}) {
  const [text, setText] = useState("");
  const [q, setQ] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setQ(text.trim()), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const search = new URLSearchParams({
    limit: MAX_DASHBOARDS,
    sort: "-lastViewedAt",
    permission: "edit",
    ...(q && {q}),
  });
  const found = useLoad(
    async signal => ({q, all: (await service.list<Named>(`/api/dashboards?${search}`, {signal})).rows}),
    [q],
  );
  const latest = text.trim() === "" && found.value?.q === "" ? found.value.all[0] : undefined;
  useEffect(() => {
    // The dashboard that was viewed last is chosen, unless the person searches for another.
    if (latest && !chosen) onChoose({id: latest.id, name: latest.name});
  }, [latest?.id]);
  return (
    <>
      <input
        type="search"
        class="wide"
        aria-label="Search dashboards by name"
        placeholder="Search by name"
        autocomplete="off"
        value={text}
        onInput={event => {
          setText(event.currentTarget.value);
          // The next list may lack the chosen dashboard, so the choice is cleared.
          onChoose(undefined);
        }}
      />
      <Load from={found}>
        {({q: searched, all}) => (
          <fieldset class="choices column">
            <legend>{all.length === 0 ? noneFound(searched) : "Dashboards"}</legend>
            {all.map(({id, name}) => (
              <label key={id}>
                <input
                  type="radio"
                  name="dashboard"
                  checked={chosen?.id === id}
                  onChange={() => onChoose({id, name})}
                />{" "}
                <bdi>{name}</bdi>
              </label>
            ))}
          </fieldset>
        )}
      </Load>
    </>
  );
}

/** Only dashboards that the person may change are listed. */
function noneFound(searched: string): string {
  return searched === ""
    ? "There is no dashboard that you may change."
    : "No dashboard that you may change has this name.";
}

function Outcome({saved: {chart, dashboard}, onClose}: {saved: Saved; onClose: () => void}) {
  const sent = dashboard ? `dashboard:${segment(dashboard.id)}` : `chart:${segment(chart.id)}`;
  return (
    <Dialog title="Saved" onClose={onClose}>
      <p role="status">
        <bdi>{chart.name}</bdi> is saved
        {dashboard && (
          <>
            {" "}
            and is on the dashboard <bdi>{dashboard.name}</bdi>
          </>
        )}
        .
      </p>
      <div class="buttons">
        {dashboard && (
          <LinkButton look="act" href={`/dashboards/${segment(dashboard.id)}`}>
            Open the dashboard
          </LinkButton>
        )}
        <LinkButton href={`/charts/${segment(chart.id)}`}>Open the chart</LinkButton>
        <LinkButton href={`/actions?new=${segment(chart.id)}`}>Tell me when …</LinkButton>
        <LinkButton href={`/schedules?new=${sent}`}>Send regularly</LinkButton>
      </div>
    </Dialog>
  );
}

function createChart({query, type, config}: Offer["draft"], name: string): Promise<Named> {
  return service.post<Named>("/api/charts", {name, type, query, ...(config && {config})});
}

/** Puts the chart onto the chosen dashboard. */
async function put(
  chart: Named & {type: Draft["type"]},
  place: Destination,
  newName: string,
  chosen: Named | undefined,
): Promise<Named | undefined> {
  if (place === "none") return undefined;
  const tileOn = (tiles: Parameters<typeof freePosition>[0]) => ({
    chartId: chart.id,
    ...freePosition(tiles),
    chart,
  });
  if (place === "new") return createDashboard(newName, {tiles: [tileOn([])], filters: []});
  return chosen && addTo(chosen.id, tileOn);
}

const MAX_TRIES = 3;

/**
 * Adds a tile to the latest version of the dashboard, and tries again when somebody else has changed the dashboard in
 * the meantime.
 */
async function addTo(
  id: string,
  tileOn: (tiles: Parameters<typeof freePosition>[0]) => Parameters<typeof freePosition>[0][number],
): Promise<Named> {
  for (let tries = 1; ; tries++) {
    const before = await loadDashboard(id);
    const {tiles} = before.value;
    try {
      return (await saveDashboard(before, {...before.value, tiles: [...tiles, tileOn(tiles)]})).value;
    } catch (error) {
      if (!(error instanceof Refusal) || error.status !== 412 || tries === MAX_TRIES) throw error;
    }
  }
}
