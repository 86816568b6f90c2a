import {useEffect, useState} from "preact/hooks";
import {CheckField, TextField} from "../../parts/field.tsx";
import {Form, useSending} from "../../parts/form.tsx";
import {Load} from "../../parts/load.tsx";
import {CreatedWithWarnings} from "../../parts/save-warnings.tsx";
import {useLoad} from "../../parts/use-load.ts";
import type {ChartData} from "../../service/api.ts";
import {ownAddress} from "../../service/own-address.ts";
import {segment, service} from "../../service/service.ts";
import {type Cadence, cronOf, newCadence} from "../schedules/cadence.ts";
import {CadenceFields} from "../schedules/cadence-fields.tsx";
import {addressesIn} from "../schedules/schedule-data.ts";
import {type ChartOf, ChartPicture} from "./chart-picture.tsx";
import type {Action, Query} from "./data.ts";
import {measuresOf, triggerOf, type Watch} from "./threshold.ts";
import {WatchFields} from "./watch-fields.tsx";
import {describeThreshold} from "./words.ts";

interface Chart extends Omit<ChartOf, "id"> {
  /** Absent for a chart that is not saved. */
  id?: string;
  projectId?: string;
  query: Query;
}

/** A chart with its current rows. */
export interface Watched {
  chart: Chart;
  data: ChartData;
}

/** Loads a chart with its current rows. */
export function useChart(chartId: string) {
  return useLoad(
    async (signal): Promise<Watched & {chart: ChartOf}> => {
      const path = `/api/charts/${segment(chartId)}`;
      const [chart, data] = await Promise.all([
        service.get<Chart & ChartOf>(path, {signal}),
        service.get<ChartData>(`${path}/drawing`, {signal}),
      ]);
      return {chart, data};
    },
    [chartId],
  );
}

/** "Tell me when …": makes an action that watches a measure of a chart. */
export function NewAction({chartId, onSaved}: {chartId: string; onSaved: (action: Action) => void}) {
  const watched = useChart(chartId);
  return <Load from={watched}>{found => <WatchForm {...found} onSaved={onSaved} />}</Load>;
}

/** The form of an action that watches a measure of a chart, which need not be saved. */
export function WatchForm(props: Watched & {onSaved: (action: Action) => void}) {
  if (measuresOf(props.data.columns).length > 0) return <Watching {...props} />;
  return <p class="notice">This chart has no number to watch.</p>;
}

function Watching({chart, data, onSaved}: Watched & {onSaved: (action: Action) => void}) {
  const [created, setCreated] = useState<Action>();
  const [name, setName] = useState(`${chart.name}`.slice(0, 200));
  const [watch, setWatch] = useState<Watch>(() => ({
    measure: measuresOf(data.columns)[0]?.name ?? "",
    each: [],
    span: "",
    against: "value",
    op: ">",
    value: "",
    since: "week",
    change: "percent",
  }));
  const [cadence, setCadence] = useState<Cadence>(() => ({...newCadence(), every: "day"}));
  const [recipients, setRecipients] = useState("");
  const [message, setMessage] = useState("");
  const [withChart, setWithChart] = useState(true);
  const sending = useSending();
  useEffect(() => {
    // By default the mail goes to the person who makes the action.
    ownAddress().then(
      email => setRecipients(before => before || email),
      // Without an address of their own, the person has to enter another recipient.
      () => undefined,
    );
  }, []);
  const labelOf = (field: string) => data.columns.find(column => column.name === field)?.label ?? field;
  const trigger = {
    ...triggerOf(
      {...chart.query, ...(chart.projectId !== undefined && {projectId: chart.projectId})},
      data.columns,
      watch,
    ),
    cron: cronOf(cadence),
    timezone: cadence.timezone,
  };
  const words = watch.value.trim() === "" ? undefined : describeThreshold(trigger, labelOf);
  const save = async () => {
    const saved = await sending.send(() => {
      if (words === undefined) throw new Error("Enter the value to wait for.");
      return service.post<Action>("/api/actions", {
        name: name.trim(),
        trigger,
        effects: [
          {
            type: "email",
            recipients: addressesIn(recipients),
            subject: name.trim(),
            message: message.trim() || `Now ${words}.`.slice(0, 5000),
            ...(withChart && chart.id !== undefined && {chartId: chart.id}),
          },
        ],
      });
    });
    if (saved?.warnings) setCreated(saved);
    else if (saved) onSaved(saved);
  };
  if (created)
    return <CreatedWithWarnings kind="action" warnings={created.warnings} onOpen={() => onSaved(created)} />;
  return (
    <div class="beside">
      <ChartPicture chart={{id: "unsaved", ...chart}} data={data} />
      <Form sending={sending} submit="Start watching" onSubmit={() => void save()}>
        <WatchFields
          query={chart.query}
          columns={data.columns}
          watch={watch}
          onChange={setWatch}
          faultAt={sending.faultAt}
        />
        <p class="hint" role="status">
          {words ? `You get one mail when ${words}, and another one if that ends and recurs.` : ""}
        </p>
        <CadenceFields
          cadence={cadence}
          onChange={setCadence}
          faultAt={pointer => sending.faultAt(`/trigger${pointer}`)}
        />
        <TextField
          label="Recipients"
          value={recipients}
          onInput={setRecipients}
          rows={2}
          required
          hint="One address per line. Recipients get the rows that met the condition, read with your rights."
          fault={sending.faultAt("/effects/0/recipients")}
        />
        <TextField
          label="Name, and subject of the mail"
          value={name}
          onInput={setName}
          required
          fault={sending.faultAt("/name") ?? sending.faultAt("/effects/0/subject")}
        />
        <TextField
          label="Message"
          value={message}
          onInput={setMessage}
          rows={2}
          placeholder={words === undefined ? "" : `Now ${words}.`}
          fault={sending.faultAt("/effects/0/message")}
        />
        {chart.id !== undefined && (
          <CheckField label="With the chart" checked={withChart} onChange={setWithChart} />
        )}
      </Form>
    </div>
  );
}
