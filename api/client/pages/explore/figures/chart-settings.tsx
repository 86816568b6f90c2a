import {render} from "preact";
import {useState} from "preact/hooks";
import {CheckField, SelectField, TextField} from "../../../parts/field.tsx";
import {type CompiledQuestion, columnsOf} from "../compile-question.ts";
import type {ChartType, Config, Question} from "../question.ts";

type Axis = NonNullable<Config["yAxis"]>;
type Gauge = NonNullable<Config["gauge"]>;
type Set = (part: {[K in keyof Config]?: Config[K] | undefined}) => void;

const WITH_AXES: ReadonlySet<ChartType> = new Set([
  "bar",
  "horizontal_bar",
  "line",
  "area",
  "scatter",
  "mixed",
]);
const STACKED: ReadonlySet<ChartType> = new Set(["bar", "horizontal_bar", "area", "mixed"]);
const LINES: ReadonlySet<ChartType> = new Set(["line", "area", "mixed"]);
const WITH_LEGEND: ReadonlySet<ChartType> = new Set([...WITH_AXES, "pie", "map"]);
const WITH_LABELS: ReadonlySet<ChartType> = new Set([
  "bar",
  "horizontal_bar",
  "line",
  "area",
  "pie",
  "heatmap",
]);
const WITHOUT_SETTINGS: ReadonlySet<ChartType> = new Set(["table", "big_number", "funnel", "treemap"]);

const STACKINGS = [
  {value: "", text: "Default"},
  {value: "none", text: "Not stacked"},
  {value: "stacked", text: "Stacked"},
  {value: "percent", text: "Stacked to 100 %"},
] as const;
const LEGENDS = [
  {value: "", text: "Default"},
  {value: "none", text: "None"},
  {value: "top", text: "Above"},
  {value: "right", text: "On the right"},
  {value: "bottom", text: "Below"},
] as const;

/** The settings of the chart's look that its type has. They are stored in the question's `config`. */
export class ChartSettings {
  readonly root = document.createElement("div");

  constructor(
    private readonly question: Question,
    private readonly changed: () => void,
  ) {}

  show(compiled: CompiledQuestion): void {
    this.root.hidden = WITHOUT_SETTINGS.has(compiled.type);
    if (this.root.hidden) return;
    const set: Set = part => {
      const defined = Object.entries({...this.question.config, ...part}).filter(
        ([, value]) => value !== undefined,
      );
      this.question.config = defined.length > 0 ? Object.fromEntries(defined) : undefined;
      // The settings are redrawn before the next answer, because the next change is merged into the drawn config.
      draw();
      this.changed();
    };
    const draw = () =>
      render(<Settings compiled={compiled} config={this.question.config ?? {}} set={set} />, this.root);
    draw();
  }
}

function Settings({
  compiled: {type, query},
  config,
  set,
}: {
  compiled: CompiledQuestion;
  config: Config;
  set: Set;
}) {
  const columns = columnsOf(query);
  const measures = query.measures.map(entry => (typeof entry === "string" ? entry : entry.name));
  return (
    <details class="chart-settings">
      {/* The key is the type, so that no field keeps text that was typed for another type. */}
      <summary>Chart settings</summary>
      <fieldset key={type}>
        <legend class="unseen">Chart settings</legend>
        {type === "gauge" && <GaugeFields gauge={config.gauge ?? {}} set={set} />}
        {type === "map" && <MapFields columns={columns} config={config} set={set} />}
        {type === "mixed" && <LineFields measures={measures} config={config} set={set} />}
        {WITH_AXES.has(type) && <AxisFields config={config} set={set} />}
        {STACKED.has(type) && (
          <SelectField
            label="Series"
            value={config.stacking ?? ""}
            onChange={value => set({stacking: value || undefined})}
            choices={STACKINGS}
          />
        )}
        {WITH_LEGEND.has(type) && (
          <SelectField
            label="Legend"
            value={config.legend ?? ""}
            onChange={value => set({legend: value || undefined})}
            choices={LEGENDS}
          />
        )}
        {WITH_LABELS.has(type) && <Flag label="Show values" name="labels" config={config} set={set} />}
        {LINES.has(type) && <Flag label="Show points" name="points" config={config} set={set} />}
        {LINES.has(type) && <Flag label="Curves" name="smooth" config={config} set={set} />}
        {type === "pie" && <Flag label="Donut with the total" name="donut" config={config} set={set} />}
      </fieldset>
    </details>
  );
}

function Flag({
  label,
  name,
  config,
  set,
}: {
  label: string;
  name: "labels" | "points" | "smooth" | "donut" | "secondAxis";
  config: Config;
  set: Set;
}) {
  return (
    <CheckField
      label={label}
      checked={config[name] ?? false}
      onChange={isOn => set({[name]: isOn || undefined})}
    />
  );
}

/** The field of an optional number. The text stays as it is typed, such as `0.0` on the way to `0.05`. */
function NumberField({
  label,
  value,
  onChange,
}: {
  label: string;
  value: number | undefined;
  onChange: (value: number | undefined) => void;
}) {
  const [text, setText] = useState(value === undefined ? "" : String(value));
  return (
    <TextField
      label={label}
      type="number"
      value={text}
      onInput={typed => {
        setText(typed);
        onChange(typed.trim() === "" ? undefined : Number(typed));
      }}
    />
  );
}

function AxisFields({config, set}: {config: Config; set: Set}) {
  const of = (name: "xAxis" | "yAxis") => (part: {[K in keyof Axis]?: Axis[K] | undefined}) => {
    const defined = Object.entries({...config[name], ...part}).filter(([, value]) => value !== undefined);
    set({[name]: defined.length > 0 ? Object.fromEntries(defined) : undefined});
  };
  const [setX, setY] = [of("xAxis"), of("yAxis")];
  return (
    <>
      <TextField
        label="Title of the value axis"
        value={config.yAxis?.title ?? ""}
        onInput={title => setY({title: title || undefined})}
        placeholder="Default"
      />
      <TextField
        label="Title of the other axis"
        value={config.xAxis?.title ?? ""}
        onInput={title => setX({title: title || undefined})}
        placeholder="Default"
      />
      <NumberField label="Values from" value={config.yAxis?.min} onChange={min => setY({min})} />
      <NumberField label="Values up to" value={config.yAxis?.max} onChange={max => setY({max})} />
      <CheckField
        label="Logarithmic"
        checked={config.yAxis?.log ?? false}
        onChange={isOn => setY({log: isOn || undefined})}
      />
    </>
  );
}

function GaugeFields({gauge, set}: {gauge: Gauge; set: Set}) {
  const change = (part: {[K in keyof Gauge]?: Gauge[K] | undefined}) => {
    const defined = Object.entries({...gauge, ...part}).filter(([, value]) => value !== undefined);
    set({gauge: defined.length > 0 ? Object.fromEntries(defined) : undefined});
  };
  return (
    <>
      <NumberField label="From" value={gauge.min} onChange={min => change({min})} />
      <NumberField label="Up to" value={gauge.max} onChange={max => change({max})} />
      <NumberField label="Target" value={gauge.target} onChange={target => change({target})} />
    </>
  );
}

function LineFields({measures, config, set}: {measures: readonly string[]; config: Config; set: Set}) {
  const lines = config.lines ?? [];
  return (
    <>
      {measures.map(name => (
        <CheckField
          key={name}
          label={`${name} as a line`}
          checked={lines.includes(name)}
          onChange={isOn => {
            const chosen = measures.filter(one => (one === name ? isOn : lines.includes(one)));
            set({lines: chosen.length > 0 ? chosen : undefined});
          }}
        />
      ))}
      <Flag label="Separate axis for lines" name="secondAxis" config={config} set={set} />
    </>
  );
}

function MapFields({columns, config, set}: {columns: readonly string[]; config: Config; set: Set}) {
  const choices = [{value: "", text: "Detected by name"}, ...columns.map(value => ({value, text: value}))];
  const field = (label: string, name: "latitude" | "longitude" | "size") => (
    <SelectField
      label={label}
      value={config[name] ?? ""}
      onChange={value => set({[name]: value || undefined})}
      choices={choices}
    />
  );
  return (
    <>
      {field("Latitude", "latitude")}
      {field("Longitude", "longitude")}
      {field("Size", "size")}
    </>
  );
}
