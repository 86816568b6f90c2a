import {Type} from "@sinclair/typebox";
import {closed, Name, secret} from "../fields.ts";
import {describeType} from "./type.ts";

const FIELDS = Type.Object(
  {
    account: Type.String({
      pattern: "^[A-Za-z0-9][A-Za-z0-9_-]*(\\.[A-Za-z0-9-]+){0,3}$",
      maxLength: 200,
      description:
        "The account identifier, such as `myorg-account`: what stands before `.snowflakecomputing.com`.",
    }),
    user: Name({maxLength: 255, description: "The user as whom queries run, at most 255 characters."}),
    privateKey: secret(
      "The private key of the user's key pair in PEM, whose public key Snowflake has.",
      20_000,
    ),
    privateKeyPassphrase: Type.Optional(secret("The passphrase of an encrypted private key.")),
    warehouse: Type.Optional(Name({maxLength: 255, description: "Default: that of the user."})),
    database: Type.Optional(Name({maxLength: 255, description: "Default: that of the user."})),
    schema: Type.Optional(Name({maxLength: 255, description: "The schema of table names without one."})),
    role: Type.Optional(Name({maxLength: 255, description: "Default: that of the user."})),
  },
  closed,
);

export const snowflake = describeType("snowflake", {
  title: "Snowflake",
  fields: FIELDS,
  secrets: ["privateKey", "privateKeyPassphrase"],
  anchors: ["account", "user"],
  complete: ({privateKeyPassphrase = "", ...fields}) => ({...fields, privateKeyPassphrase}),
});
