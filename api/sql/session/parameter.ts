import {type Static, Type} from "@sinclair/typebox";

/** A parameter of a session, with columns of `pg_settings`. */
export const Parameter = Type.Object({
  name: Type.String(),
  type: Type.Union([
    Type.Literal("bool"),
    Type.Literal("integer"),
    Type.Literal("real"),
    Type.Literal("string"),
    Type.Literal("enum"),
  ]),
  /** The default value, as `show` writes it. */
  value: Type.String(),
  unit: Type.Optional(Type.String()),
  min: Type.Optional(Type.String()),
  max: Type.Optional(Type.String()),
  /** The allowed values of an enumeration. */
  values: Type.Optional(Type.Array(Type.String())),
  /** Whether no session can change it. */
  fixed: Type.Optional(Type.Boolean()),
  description: Type.String(),
});
export type Parameter = Static<typeof Parameter>;
