import {CheckField, SelectField, TextField} from "../../parts/field.tsx";
import type {ChartData} from "../../service/api.ts";
import {type Query, SPANS, type Unit} from "./data.ts";
import {groupsOf, hasMovingPeriod, measuresOf, timeOf, type Watch} from "./threshold.ts";
import {OPS} from "./words.ts";

const SINCE: readonly {value: Unit; text: string}[] = [
  {value: "day", text: "a day earlier"},
  {value: "week", text: "a week earlier"},
  {value: "month", text: "a month earlier"},
  {value: "year", text: "a year earlier"},
];

/** The choice of the watched measure, and of its threshold. */
export function WatchFields({
  query,
  columns,
  watch,
  onChange,
  faultAt,
}: {
  query: Query;
  columns: ChartData["columns"];
  watch: Watch;
  onChange: (watch: Watch) => void;
  faultAt: (pointer: string) => string | undefined;
}) {
  const set = (change: Partial<Watch>) => onChange({...watch, ...change});
  const time = timeOf(columns);
  const canCompare = hasMovingPeriod(query) || (time !== undefined && watch.span !== "");
  const groups = groupsOf(columns);
  const isChange = watch.against === "earlier";
  const isShare = measuresOf(columns).find(({name}) => name === watch.measure)?.format?.style === "percent";
  return (
    <fieldset class="watch">
      <legend>Tell me when</legend>
      <div class="line">
        <SelectField
          label="Measure"
          value={watch.measure}
          onChange={measure => set({measure})}
          choices={measuresOf(columns).map(({name, label}) => ({value: name, text: label}))}
          fault={faultAt("/trigger/measure")}
        />
        {time !== undefined && (
          <SelectField
            label="Over"
            value={watch.span}
            onChange={span => set({span, ...(span === "" && !hasMovingPeriod(query) && {against: "value"})})}
            choices={[{value: "" as const, text: "all rows of the chart"}, ...SPANS]}
            fault={faultAt("/trigger/query")}
          />
        )}
      </div>
      <div class="line">
        <SelectField
          label="Compare"
          value={watch.against}
          onChange={against => set({against})}
          choices={[
            {value: "value", text: "its value"},
            ...(canCompare ? [{value: "earlier" as const, text: "its change"}] : []),
          ]}
          fault={faultAt("/trigger/compare")}
        />
        {isChange && (
          <SelectField label="Since" value={watch.since} onChange={since => set({since})} choices={SINCE} />
        )}
        <SelectField label="Which" value={watch.op} onChange={op => set({op})} choices={OPS} />
        <TextField
          label={isChange && watch.change === "percent" ? "Percent" : "Value"}
          type="number"
          value={watch.value}
          onInput={value => set({value})}
          required
          hint={isShare && !isChange ? "A share: 0.25 is 25 %." : undefined}
          fault={faultAt("/trigger/value")}
        />
      </div>
      {isChange && (
        <CheckField
          label="In percent"
          checked={watch.change === "percent"}
          onChange={isOn => set({change: isOn ? "percent" : "absolute"})}
        />
      )}
      {groups.map(({name, label}) => (
        <CheckField
          key={name}
          label={`For each ${label}`}
          checked={watch.each.includes(name)}
          onChange={isOn =>
            set({each: isOn ? [...watch.each, name] : watch.each.filter(other => other !== name)})
          }
        />
      ))}
    </fieldset>
  );
}
