import {useEffect, useRef, useState} from "preact/hooks";
import type {CsvFormat} from "../../../../shared/core/csv/csv-format.ts";
import type {CreatedDataset as MadeDataset} from "../../../../shared/querying/layers/datasets/schemas.ts";
import {Button, LinkButton} from "../../parts/button.tsx";
import {SelectField, TextField} from "../../parts/field.tsx";
import {Form, useSending} from "../../parts/form.tsx";
import {Table} from "../../parts/list-table.tsx";
import {Load} from "../../parts/load.tsx";
import {useLoad} from "../../parts/use-load.ts";
import {allProjects, type Project} from "../../service/projects.ts";
import {segment} from "../../service/service.ts";
import {upload} from "../../service/upload.ts";
import {explorePage} from "../home/explore-page.ts";
import {dateChoices, numberChoices, withChoice} from "./csv-choices.ts";
import type {CsvHead} from "./read-csv.ts";

const PREVIEWED_ROWS = 6;

/** Creates a dataset from a CSV file that is dropped onto the page or chosen. */
export function UploadCsv() {
  const [file, setFile] = useState<File>();
  const [made, setMade] = useState<MadeDataset>();
  const projects = useLoad(allProjects, []);
  if (made) {
    return (
      <Made
        dataset={made}
        onMore={() => {
          setMade(undefined);
          setFile(undefined);
        }}
      />
    );
  }
  if (!file) return <DropZone onFile={setFile} />;
  return (
    <Load from={projects}>
      {all => (
        <Upload
          key={file.name}
          file={file}
          projects={all}
          onMade={setMade}
          onBack={() => setFile(undefined)}
        />
      )}
    </Load>
  );
}

/**
 * Takes a file that is dropped anywhere on the page. By default, the browser would open the file in place of the page.
 */
function DropZone({onFile}: {onFile: (file: File) => void}) {
  const [isOver, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const take = (files: FileList | null | undefined) => {
    const [file] = files ?? [];
    if (file) onFile(file);
  };
  useEffect(() => {
    const controller = new AbortController();
    const {signal} = controller;
    const over = (event: DragEvent) => {
      event.preventDefault();
      setOver(true);
    };
    const drop = (event: DragEvent) => {
      event.preventDefault();
      setOver(false);
      take(event.dataTransfer?.files);
    };
    addEventListener("dragover", over, {signal});
    addEventListener("dragleave", () => setOver(false), {signal});
    addEventListener("drop", drop, {signal});
    return () => controller.abort();
  }, []);
  return (
    <section class={`drop ${isOver ? "over" : ""}`} aria-label="CSV file">
      <p>Drop a CSV file onto this page, and query it like a model.</p>
      <Button onClick={() => input.current?.click()}>Choose a file</Button>
      <input
        ref={input}
        type="file"
        accept=".csv,text/csv"
        aria-label="CSV file"
        hidden
        onChange={event => take(event.currentTarget.files)}
      />
    </section>
  );
}

function Upload({
  file,
  projects,
  onMade,
  onBack,
}: {
  file: File;
  projects: readonly Project[];
  onMade: (dataset: MadeDataset) => void;
  onBack: () => void;
}) {
  const [name, setName] = useState(() => file.name.replace(/\.csv$/i, ""));
  const [projectId, setProjectId] = useState(
    () => (projects.find(project => project.default) ?? projects[0])?.id ?? "",
  );
  const [share, setShare] = useState(0);
  const [format, setFormat] = useState<CsvFormat>({});
  const sending = useSending();
  const controller = useRef(new AbortController());
  useEffect(() => () => controller.current.abort(), []);
  const head = useLoad(async () => {
    const {readHead} = await import("./read-csv.ts");
    return readHead(file, PREVIEWED_ROWS);
  }, [file]);
  if (projects.length === 0) {
    return (
      <p class="notice">
        A dataset belongs to a project, and there is none yet. <a href="/start">Connect a warehouse</a> first.
      </p>
    );
  }
  const send = async () => {
    const path = `/api/projects/${segment(projectId)}/datasets?${new URLSearchParams({name, ...format})}`;
    const {signal} = controller.current;
    const made = await sending.send(() =>
      upload<MadeDataset>(path, file, "text/csv", {onSent: setShare, signal}),
    );
    if (made) onMade(made);
  };
  return (
    <Form
      sending={sending}
      submit="Upload"
      onSubmit={() => void send()}
      other={<Button onClick={onBack}>{sending.busy ? "Stop" : "Another file"}</Button>}
    >
      <TextField label="Name" value={name} onInput={setName} required fault={sending.faultAt("/name")} />
      {projects.length > 1 && (
        <SelectField
          label="Project"
          value={projectId}
          onChange={setProjectId}
          choices={projects.map(project => ({value: project.id, text: project.name}))}
        />
      )}
      <Load from={head}>{found => <Head {...found} format={format} onFormat={setFormat} />}</Load>
      {sending.busy && (
        <p role="status">
          <progress max={1} {...(share < 1 && {value: share})} aria-label="Sent" />{" "}
          {share < 1 ? `${Math.round(share * 100)} % sent` : "Reading its rows …"}
        </p>
      )}
    </Form>
  );
}

function Head({
  heading,
  typesWith,
  rows,
  format,
  onFormat,
}: CsvHead & {format: CsvFormat; onFormat: (format: CsvFormat) => void}) {
  if (heading.length === 0) return <p class="notice">This file is empty.</p>;
  const open = typesWith({}).flatMap(found => found.open ?? []);
  const sampleOf = (choice: keyof CsvFormat) => open.find(one => one.choice === choice)?.sample;
  const [date, number] = [sampleOf("dateOrder"), sampleOf("decimalMark")];
  return (
    <>
      <Table
        label="First rows"
        columns={heading.map((title, i) => ({
          title: title || `Column ${i + 1}`,
          cell: ({cells}: {cells: readonly string[]}) => <bdi>{cells[i]}</bdi>,
        }))}
        rows={rows.map((cells, i) => ({cells, i}))}
        keyOf={({i}) => String(i)}
      />
      <p class="hint">The column types as detected from these rows. The upload detects them from all rows.</p>
      {date !== undefined && (
        <SelectField
          label={`Dates such as ${date}`}
          value={format.dateOrder ?? ""}
          onChange={chosen => onFormat(withChoice(format, "dateOrder", chosen))}
          choices={dateChoices(date)}
        />
      )}
      {number !== undefined && (
        <SelectField
          label={`Numbers such as ${number}`}
          value={format.decimalMark ?? ""}
          onChange={chosen => onFormat(withChoice(format, "decimalMark", chosen))}
          choices={numberChoices(number)}
        />
      )}
      <ColumnTypes
        label="Columns by the first rows"
        columns={typesWith(format).map((found, i) => ({name: heading[i] || `Column ${i + 1}`, ...found}))}
      />
    </>
  );
}

function Made({
  dataset: {id, name, slug, projectId, rowCount = 0, columns},
  onMore,
}: {
  dataset: MadeDataset;
  onMore: () => void;
}) {
  return (
    <section class="card" aria-label="Uploaded">
      <h2>
        <bdi>{name}</bdi> has {rowCount.toLocaleString()} {rowCount === 1 ? "row" : "rows"}
      </h2>
      <ColumnTypes columns={columns} />
      <div class="buttons">
        <LinkButton look="act" href={`${explorePage(slug, projectId)}&m=${segment(`${slug}.count`)}`}>
          Ask
        </LinkButton>
        <LinkButton href={`/datasets/${id}`}>Open</LinkButton>
        <Button onClick={onMore}>Another file</Button>
      </div>
    </section>
  );
}

/** The columns of a dataset with the types that were found. */
export function ColumnTypes({
  columns,
  label = "Columns",
}: {
  label?: string;
  columns: readonly {name: string; type: string; note?: string}[];
}) {
  return (
    <ul class="csv-columns" aria-label={label}>
      {columns.map(({name, type, note}, i) => (
        <li key={i}>
          <bdi>{name}</bdi> <span class="badge">{type}</span>
          {note && <span class="hint"> {note}</span>}
        </li>
      ))}
    </ul>
  );
}
