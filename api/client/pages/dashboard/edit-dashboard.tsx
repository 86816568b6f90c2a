import {useEffect, useLayoutEffect, useRef, useState} from "preact/hooks";
import {Button, LinkButton} from "../../parts/button.tsx";
import {Dialog} from "../../parts/dialog.tsx";
import {TextField} from "../../parts/field.tsx";
import {SendingFault, useSending} from "../../parts/form.tsx";
import {LoadPage} from "../../parts/load-page.tsx";
import {PageHead} from "../../parts/page-head.tsx";
import {useLoad} from "../../parts/use-load.ts";
import {When} from "../../parts/when.tsx";
import {Refusal} from "../../service/api.ts";
import {reader} from "../../service/reader.ts";
import type {Versioned} from "../../service/service.ts";
import {askBeforeLeaving, open} from "../../shell/navigation.ts";
import type {PageProps} from "../../shell/page-props.ts";
import {Board} from "./board.ts";
import {ChartPicker} from "./chart-picker.tsx";
import {
  type ChartSummary,
  createDashboard,
  type Dashboard,
  type Draft,
  freePosition,
  loadDashboard,
  saveDashboard,
} from "./dashboard.ts";
import {FilterChoice} from "./filter-choice.tsx";

export default function EditDashboard({parameters}: PageProps) {
  const id = parameters["dashboardId"] ?? "";
  const loaded = useLoad(signal => loadDashboard(id, signal), [id]);
  return (
    <LoadPage what="dashboard" from={loaded}>
      {before => (reader().seat === "editor" ? <Editor before={before} /> : <ReadOnly of={before.value} />)}
    </LoadPage>
  );
}

function ReadOnly({of: {id, name}}: {of: Dashboard}) {
  return (
    <>
      <PageHead title={name} back={{href: `/dashboards/${id}`, text: "To the dashboard"}} />
      <p class="notice">
        Only editors can change dashboards, and your seat is a viewer’s. An org-admin can change your seat.
      </p>
    </>
  );
}

function Editor({before}: {before: Versioned<Dashboard>}) {
  const [saved, setSaved] = useState(before);
  const [draft, setDraft] = useState<Draft>(before.value);
  const [isPicking, setPicking] = useState(false);
  const [theirs, setTheirs] = useState<Versioned<Dashboard>>();
  const [sentence, setSentence] = useState("");
  const place = useRef<HTMLDivElement>(null);
  const board = useRef<Board>(null);
  const sending = useSending();
  const {id} = saved.value;
  const isChanged = !isSame(draft, saved.value);

  // The board is made before the first paint, so that the content below does not move.
  useLayoutEffect(() => {
    if (!place.current) return;
    const made = new Board(place.current, {
      dashboardId: id,
      onChange: tiles => setDraft(current => ({...current, tiles})),
      say: setSentence,
    });
    board.current = made;
    for (const tile of before.value.tiles) made.add(tile, true);
    return () => made.end();
  }, [before]);

  useEffect(() => (isChanged ? askBeforeLeaving() : undefined), [isChanged]);

  const add = (chart: ChartSummary) => {
    setPicking(false);
    const tile = {chartId: chart.id, chart, ...freePosition(board.current?.tiles ?? [])};
    board.current?.add(tile, false);
  };
  const save = (onto: Versioned<Dashboard>) =>
    sending.send(async () => {
      try {
        setSaved(await saveDashboard(onto, draft, setSaved));
        setTheirs(undefined);
        setSentence("Saved.");
      } catch (error) {
        if (!(error instanceof Refusal) || error.status !== 412) throw error;
        const latest = await loadDashboard(id);
        // If only the answer to the earlier attempt was lost, the service already has this change.
        if (!isSame(latest.value, draft)) return setTheirs(latest);
        setSaved(latest);
        setTheirs(undefined);
        setSentence("Saved.");
      }
    });
  const duplicate = () =>
    sending.send(async () => {
      const {name, tiles, filters} = draft;
      const made = await createDashboard(`Copy of ${name}`.slice(0, 200), {tiles, filters});
      open(`/dashboards/${made.id}/edit`);
    });
  return (
    <>
      <PageHead
        title={draft.name || "Dashboard"}
        back={{href: `/dashboards/${id}`, text: "To the dashboard"}}
      >
        <Button onClick={() => setPicking(true)}>Add a chart</Button>
        <Button busy={sending.busy} onClick={() => void duplicate()}>
          Duplicate
        </Button>
        <Button
          look="act"
          busy={sending.busy}
          unavailable={isChanged ? undefined : "Nothing has changed"}
          onClick={() => void save(saved)}
        >
          Save
        </Button>
      </PageHead>
      <p class="soft" role="status">
        {sentence || (isChanged ? "Some changes are not saved." : "")}
      </p>
      <SendingFault of={sending} />
      <TextField
        label="Name"
        value={draft.name}
        onInput={name => setDraft({...draft, name})}
        fault={sending.faultAt("/name")}
      />
      {draft.tiles.length === 0 && (
        <p class="notice">
          This dashboard is empty. Add a chart, then drag it to its place, and its corner to its size.
        </p>
      )}
      <div ref={place} class="board-place" />
      <p class="soft">
        By keyboard: arrows move the focused tile, Shift with arrows resizes it, Delete removes it.
      </p>
      <FilterChoice
        tiles={draft.tiles}
        filters={draft.filters}
        onChange={filters => setDraft({...draft, filters})}
      />
      {isPicking && <ChartPicker onPick={add} onClose={() => setPicking(false)} />}
      {theirs && (
        <Conflict
          theirs={theirs.value}
          before={saved.value}
          onOverwrite={() => void save(theirs)}
          onClose={() => setTheirs(undefined)}
        />
      )}
    </>
  );
}

/** The dialog for a dashboard that somebody else has saved in the meantime. Nothing is lost before a choice is made. */
function Conflict({
  theirs,
  before,
  onOverwrite,
  onClose,
}: {
  theirs: Dashboard;
  before: Dashboard;
  onOverwrite: () => void;
  onClose: () => void;
}) {
  return (
    <Dialog title="Somebody else has changed this dashboard" onClose={onClose}>
      <p>
        It was saved <When at={theirs.updatedAt} />, after you had opened it:
      </p>
      <ul>
        {changesOf(before, theirs).map(change => (
          <li key={change}>{change}</li>
        ))}
      </ul>
      <p>Your changes are still on this page.</p>
      <div class="buttons">
        <LinkButton href={`/dashboards/${theirs.id}`}>Show their version</LinkButton>
        <Button look="danger" onClick={onOverwrite}>
          Replace their version
        </Button>
        <Button onClick={onClose}>Continue editing</Button>
      </div>
    </Dialog>
  );
}

/** Sentences on how `after` differs from `before`. */
function changesOf(before: Draft, after: Draft): string[] {
  const names = ({tiles}: Draft) => tiles.map(({chart}) => chart?.name ?? "a chart that is not shared");
  const missing = (from: string[], other: string[]) => from.filter(name => !other.includes(name));
  const added = missing(names(after), names(before));
  const removed = missing(names(before), names(after));
  const changes = [
    ...(before.name === after.name ? [] : [`The new name is “${after.name}”.`]),
    ...added.map(name => `“${name}” was added.`),
    ...removed.map(name => `“${name}” was removed.`),
    ...(JSON.stringify(before.filters) === JSON.stringify(after.filters)
      ? []
      : ["The filters were changed."]),
  ];
  return changes.length > 0 ? changes : ["Tiles were moved or resized."];
}

function isSame(a: Draft, b: Draft): boolean {
  const comparable = ({name, filters, tiles}: Draft) =>
    JSON.stringify([
      name,
      filters,
      [...tiles].sort((s, t) => s.y - t.y || s.x - t.x).map(({chartId, x, y, w, h}) => [chartId, x, y, w, h]),
    ]);
  return comparable(a) === comparable(b);
}
