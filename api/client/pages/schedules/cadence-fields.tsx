import {SelectField, TextField} from "../../parts/field.tsx";
import {type Cadence, DAYS, EVERY, LAST_DAY, nextRuns} from "./cadence.ts";

const NEXT = 5;

/** The choice of a cadence in words, with its next runs. */
export function CadenceFields({
  cadence,
  onChange,
  faultAt,
}: {
  cadence: Cadence;
  onChange: (cadence: Cadence) => void;
  faultAt: (pointer: string) => string | undefined;
}) {
  const {every, time, day, cron, timezone} = cadence;
  const dayChoices =
    every === "week"
      ? DAYS.map((text, value) => ({value: String(value), text}))
      : Array.from({length: LAST_DAY}, (_, i) => ({value: String(i + 1), text: String(i + 1)}));
  return (
    <fieldset class="cadence">
      <legend>When</legend>
      <div class="line">
        <SelectField
          label="How often"
          value={every}
          onChange={value => onChange({...cadence, every: value, day: 1})}
          choices={EVERY}
        />
        {(every === "week" || every === "month") && (
          <SelectField
            label={every === "week" ? "On" : "On day"}
            value={String(day)}
            onChange={value => onChange({...cadence, day: Number(value)})}
            choices={dayChoices}
          />
        )}
        {every === "cron" ? (
          <TextField
            label="Cron expression"
            value={cron}
            onInput={value => onChange({...cadence, cron: value})}
            code
            hint="Minute, hour, day of month, month, day of week"
            fault={faultAt("/cron")}
          />
        ) : (
          <TextField
            label="At"
            type="time"
            value={time}
            onInput={value => onChange({...cadence, time: value})}
          />
        )}
        <SelectField
          label="Timezone"
          value={timezone}
          onChange={value => onChange({...cadence, timezone: value})}
          choices={[...new Set(["UTC", timezone, ...Intl.supportedValuesOf("timeZone")])].map(value => ({
            value,
            text: value.replaceAll("_", " "),
          }))}
          fault={faultAt("/timezone")}
        />
      </div>
      <Next cadence={cadence} />
    </fieldset>
  );
}

function Next({cadence}: {cadence: Cadence}) {
  const runs = nextRuns(cadence, NEXT);
  if (typeof runs === "string") return <p class="fault">{runs}</p>;
  const shown = new Intl.DateTimeFormat(undefined, {
    weekday: "short",
    day: "numeric",
    month: "short",
    hour: "2-digit",
    minute: "2-digit",
    timeZone: cadence.timezone,
  });
  return (
    <p class="hint" role="status">
      {runs.length > 0 ? `Next: ${runs.map(run => shown.format(run)).join(" · ")}` : "This time never comes."}
    </p>
  );
}
