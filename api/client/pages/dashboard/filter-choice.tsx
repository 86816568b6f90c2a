import {useEffect, useState} from "preact/hooks";
import {Button} from "../../parts/button.tsx";
import {messageOf} from "../../parts/failed.tsx";
import {Field} from "../../parts/field.tsx";
import {segment, service} from "../../service/service.ts";
import type {DeclaredFilter, Tile} from "./dashboard.ts";

interface Dimension {
  name: string;
  label?: string;
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
  const [fields, setFields] = useState<readonly Dimension[]>([]);
  const [fault, setFault] = useState<string>();
  const charts = [...new Set(tiles.flatMap(({chart}) => chart?.id ?? []))].sort().join();
  useEffect(() => {
    const controller = new AbortController();
    fieldsOf(charts.split(",").filter(Boolean), controller.signal).then(setFields, (error: unknown) => {
      if (!controller.signal.aborted) setFault(messageOf(error));
    });
    return () => controller.abort();
  }, [charts]);
  const labelOf = (field: string) => fields.find(({name}) => name === field)?.label;
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
            <Field label={labelOf(field) ?? field} hint={<code>{field}</code>}>
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
                const {name, label} = chosen;
                onChange([...filters, {field: name, label: label ?? wordsOf(name)}]);
              }}
            >
              <option value="">A field of the charts' models</option>
              {others.map(({name, label}) => (
                <option key={name} value={name}>
                  {label ? `${label} (${name})` : name}
                </option>
              ))}
            </select>
          )}
        </Field>
      )}
    </section>
  );
}

/** The first label of a field without one: `origin.state` is "Origin state". */
function wordsOf(field: string): string {
  const words = field.replaceAll(/[._]/g, " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

interface AskedChart {
  projectId: string;
  query: {model: string};
}

/** The dimensions of all models that the charts ask. A chart that the person cannot open by itself adds none. */
async function fieldsOf(charts: readonly string[], signal: AbortSignal): Promise<Dimension[]> {
  const asked = await Promise.all(
    charts.map(id => service.get<AskedChart>(`/api/charts/${segment(id)}`, {signal})),
  );
  const models = new Set(
    asked.map(({projectId, query}) => `${segment(projectId)}/models/${segment(query.model)}`),
  );
  const lists = await Promise.all(
    [...models].map(model => service.get<{dimensions: Dimension[]}>(`/api/projects/${model}`, {signal})),
  );
  const all = lists.flatMap(({dimensions}) => dimensions);
  return [...new Map(all.map(field => [field.name, field])).values()].sort((a, b) =>
    a.name < b.name ? -1 : 1,
  );
}
