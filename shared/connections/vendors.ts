import {type Static, type TObject, Type} from "@sinclair/typebox";
import {closed, Host, isLoopbackName, Name, secret} from "./fields.ts";

/** Encrypted with a certificate that is checked, or not at all. */
const Ssl = Type.Union([Type.Literal("disable"), Type.Literal("verify-full")], {
  description: "`verify-full` checks the certificate. Default `verify-full`; `disable` on this machine.",
});
const Port = (usual: string) =>
  Type.Optional(Type.Integer({minimum: 1, maximum: 65_535, description: `Default ${usual}.`}));

const ClickhouseFields = Type.Object(
  {
    host: Host,
    port: Port("8443, without TLS 8123"),
    database: Type.Optional(Name({maxLength: 200, description: "Default `default`."})),
    user: Type.Optional(
      Name({maxLength: 200, pattern: "^[^\\u0000-\\u001f\\u007f:]+$", description: "Default `default`."}),
    ),
    password: Type.Optional(secret("Default empty.")),
    ssl: Type.Optional(Ssl),
  },
  closed,
);

/** A type of warehouse whose configuration has no form but its fields. */
interface Vendor<T extends TObject, C> {
  /** As its users call it. */
  title: string;
  fields: T;
  /** What is encrypted. */
  secrets: readonly string[];
  /** Where a change of these sends the secrets elsewhere, they are needed again. */
  anchors: readonly string[];
  /** The configuration as it is stored and opened, with its defaults. */
  complete(fields: Static<T>): C;
}

function vendor<T extends TObject, C>(described: Vendor<T, C>): Vendor<T, C> {
  return described;
}

/** The warehouses that are asked over HTTP. */
export const VENDORS = {
  clickhouse: vendor({
    title: "ClickHouse",
    fields: ClickhouseFields,
    secrets: ["password"],
    anchors: ["host", "port", "user", "ssl"],
    complete: ({host, port, database, user, password, ssl}) => {
      const way = ssl ?? (isLoopbackName(host) ? "disable" : "verify-full");
      return {
        host: withoutBrackets(host),
        port: port ?? (way === "disable" ? 8123 : 8443),
        database: database ?? "default",
        user: user ?? "default",
        password: password ?? "",
        ssl: way,
      };
    },
  }),
};

export type VendorName = keyof typeof VENDORS;

/** The configuration of each, as a worker opens it. */
export type VendorConfig = {
  [N in VendorName]: {type: N} & ReturnType<(typeof VENDORS)[N]["complete"]>;
}[VendorName];

export function isVendorConfig<T extends {type: string}>(
  config: T,
): config is Extract<T, {type: VendorName}> {
  return isVendor(config.type);
}

export function isVendor(type: string): type is VendorName {
  return Object.hasOwn(VENDORS, type);
}

function withoutBrackets(host: string): string {
  return host.replace(/^\[(.*)\]$/, "$1");
}
