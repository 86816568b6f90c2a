import {Type} from "@sinclair/typebox";
import {CONNECTION_TYPES, Kind} from "./parse-config.ts";
import {type ConnectionType, TYPES} from "./types.ts";

export const ConnectionTypeView = Type.Object(
  {
    type: Kind,
    title: Type.String({description: "As its users call it."}),
    config: Type.Object(
      {},
      {
        additionalProperties: true,
        description: "JSON Schema of the configuration; what is secret is `writeOnly`.",
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

/** What a client needs to draw the form of a connection of each type. */
export function describeTypes(): DescribedType[] {
  return CONNECTION_TYPES.map(type => {
    const {title, fields} = TYPES[type];
    // JSON drops the symbols that TypeBox adds.
    return {type, title, config: JSON.parse(JSON.stringify(fields))};
  });
}
