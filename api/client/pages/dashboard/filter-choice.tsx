import {useEffect, useState} from "preact/hooks";
import type {ChartView as AskedChart} from "../../../../shared/content/charts/schemas.ts";
import {Button} from "../../parts/button.tsx";
import {messageOf} from "../../parts/failed.tsx";
import {Field} from "../../parts/field.tsx";
import {segment, service} from "../../service/service.ts";
import {type Model, roleName, titleFromName} from "../explore/fields.ts";
import type {DeclaredFilter, Tile} from "./dashboard.ts";

interface Offered {
  name: string;
  /** The title of the field by itself: "City". */
  short: string;
  /** The title with the model that it belongs to: "Customers: City". */
  title: string;
}

/** The fields that readers can filter by, chosen from the models of the charts that are on the dashboard. */
export function FilterChoice({
  tiles,
  filters,
  onChange,
}: {
  tiles: readonly Tile[];
  filters: readonly DeclaredFilter[];
  onChange: (filters: DeclaredFilter[]) => void;
}) {
  const [fields, setFields] = useState<readonly Offered[]>([]);
  const [fault, setFault] = useState<string>();
  const charts = [...new Set(tiles.flatMap(({chart}) => chart?.id ?? []))].sort().join();
  useEffect(() => {
    const controller = new AbortController();
    fieldsOf(charts.split(",").filter(Boolean), controller.signal).then(setFields, (error: unknown) => {
      if (!controller.signal.aborted) setFault(messageOf(error));
    });
    return () => controller.abort();
  }, [charts]);
  const titleOf = (field: string) => fields.find(({name}) => name === field)?.title ?? field;
  const others = fields.filter(({name}) => !filters.some(({field}) => field === name));
  return (
    <section class="card" aria-label="Filters for readers">
      <h2>Filters for readers</h2>
      {filters.length === 0 && (
        <p class="soft">None yet. Readers can filter by the fields that you add here.</p>
      )}
      <ul class="declared">
        {filters.map(({field, label}, i) => (
          <li key={field}>
            <Field label={titleOf(field)} hint={<code>{field}</code>}>
              {tied => (
                <input
                  {...tied}
                  value={label ?? ""}
                  placeholder="The label that readers see"
                  onInput={event => {
                    const typed = event.currentTarget.value;
                    onChange(
                      filters.map((one, j) => (j === i ? {field, ...(typed.trim() && {label: typed})} : one)),
                    );
                  }}
                />
              )}
            </Field>
            <Button
              look="quiet"
              label={`Remove the filter ${label ?? field}`}
              onClick={() => onChange(filters.filter((_, j) => j !== i))}
            >
              ✕
            </Button>
          </li>
        ))}
      </ul>
      {fault && <p class="fault">{fault}</p>}
      {others.length > 0 && (
        <Field label="Add a filter">
          {tied => (
            <select
              {...tied}
              value=""
              onChange={event => {
                const {value} = event.currentTarget;
                const chosen = others.find(({name}) => name === value);
                event.currentTarget.value = "";
                if (!chosen) return;
                const {name, short, title} = chosen;
                const isTaken = filters.some(({label}) => label === short);
                onChange([...filters, {field: name, label: isTaken ? title : short}]);
              }}
            >
              <option value="">A field of the charts' models</option>
              {others.map(({name, title}) => (
                <option key={name} value={name}>
                  {title}
                </option>
              ))}
            </select>
          )}
        </Field>
      )}
    </section>
  );
}

/** The dimensions of all models that these charts query. */
async function fieldsOf(charts: readonly string[], signal: AbortSignal): Promise<Offered[]> {
  const asked = await Promise.all(
    charts.map(id => service.get<AskedChart>(`/api/charts/${segment(id)}`, {signal})),
  );
  const models = new Set(
    asked.map(({projectId, query}) => `${segment(projectId)}/models/${segment(query.model)}`),
  );
  const lists = await Promise.all(
    [...models].map(model => service.get<Model>(`/api/projects/${model}`, {signal})),
  );
  const all = lists.flatMap(offeredOf);
  return [...new Map(all.map(field => [field.name, field])).values()].sort((a, b) =>
    a.title.localeCompare(b.title),
  );
}

function offeredOf({name: model, label: ofModel, dimensions}: Model): Offered[] {
  return dimensions.map(({name, label}) => {
    const short = label ?? titleFromName(name);
    const role = name.slice(0, Math.max(0, name.lastIndexOf("."))) || model;
    return {name, short, title: `${role === model && ofModel ? ofModel : roleName(role)}: ${short}`};
  });
}
