import {Type} from "@sinclair/typebox";
import {CONNECTION_TYPES, Kind} from "./parse-config.ts";
import {type ConnectionType, TYPES} from "./types.ts";

export const ConnectionTypeView = Type.Object(
  {
    type: Kind,
    title: Type.String({description: "The warehouse's name, for people."}),
    config: Type.Object(
      {},
      {
        additionalProperties: true,
        description: "The JSON Schema of the configuration; secrets are `writeOnly`.",
      },
    ),
  },
  {$id: "ConnectionTypeDescription"},
);

interface DescribedType {
  type: ConnectionType;
  title: string;
  config: Record<string, unknown>;
}

/** The form fields of each type of connection, for clients. */
export function describeTypes(): DescribedType[] {
  return CONNECTION_TYPES.map(type => {
    const {title, fields} = TYPES[type];
    // JSON drops the symbols that TypeBox adds.
    return {type, title, config: JSON.parse(JSON.stringify(fields))};
  });
}
