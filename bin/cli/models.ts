import {type Static, Type} from "@sinclair/typebox";
import {readerOf} from "../../shared/core/validate.ts";
import {DescribedModel, ListedModel} from "../../shared/querying/layers/schemas.ts";
import type {Call, Command} from "./command.ts";
import {EXIT, type ExitCode} from "./errors.ts";
import {print} from "./output.ts";

const readList = readerOf(Type.Array(ListedModel), "the list of models");
const readModel = readerOf(DescribedModel, "the model");

export const models: Command = {
  takes: "[MODEL]",
  words: [0, 1],
  summary: "Lists the models of a project, or describes one.",
  about: [],
  options: {},
  async run(call) {
    const [name] = call.words;
    return name === undefined ? list(call) : describe(call, name);
  },
};

async function list(call: Call): Promise<ExitCode> {
  const {service} = call;
  const json = await service.json("GET", `${await service.projectPath()}/models`, readList);
  const rows = json.map(({name, dimensions, measures}) => [name, dimensions.length, measures.length]);
  const counted = ["dimensions", "measures"].map(name => ({name, isNumber: true}));
  await print(call, {table: {columns: [{name: "model"}, ...counted], rows}, json});
  return EXIT.ok;
}

async function describe(call: Call, name: string): Promise<ExitCode> {
  const {service} = call;
  const json = await service.json(
    "GET",
    `${await service.projectPath()}/models/${encodeURIComponent(name)}`,
    readModel,
  );
  const columns = ["field", "kind", "type", "label", "description"].map(column => ({name: column}));
  await print(call, {table: {columns, rows: fieldsOf(json)}, json});
  return EXIT.ok;
}

function fieldsOf({dimensions, measures}: Static<typeof DescribedModel>): string[][] {
  const row = (
    kind: string,
    {name, type, aggregation, label = "", description = ""}: (typeof dimensions)[number],
  ) => [name, kind, aggregation ?? type, label, description];
  return [...dimensions.map(one => row("dimension", one)), ...measures.map(one => row("measure", one))];
}
