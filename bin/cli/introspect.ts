import {readerOf} from "../../shared/core/validate.ts";
import {Preview} from "../../shared/querying/layers/schemas.ts";
import type {Command} from "./command.ts";
import {EXIT} from "./errors.ts";
import {PROPOSAL_OPTIONS, showProposal} from "./proposal.ts";

const readPreview = readerOf(Preview, "the proposed layer");

export const introspect: Command = {
  takes: "",
  words: [0, 0],
  summary: "Proposes a layer from the warehouse's catalogue; nothing is saved.",
  about: [],
  options: {
    ...PROPOSAL_OPTIONS,
    schema: {type: "string", multiple: true, value: "A,B", help: "Only these schemas."},
    table: {type: "string", multiple: true, value: "A,B", help: "Only these tables: name or schema.name."},
    "no-joins": {type: "boolean", help: "Proposes no joins from foreign keys."},
  },
  async run(call) {
    const {service, flags} = call;
    const schemas = flags.list("schema");
    const tables = flags.list("table");
    const body = {
      inferJoins: !flags.has("no-joins"),
      ...(schemas.length > 0 ? {schemas} : {}),
      ...(tables.length > 0 ? {tables} : {}),
    };
    const path = `${await service.projectPath()}/introspect/preview`;
    await showProposal(call, await service.json("POST", path, readPreview, {body}));
    return EXIT.ok;
  },
};
