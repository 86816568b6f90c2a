import {type Static, Type} from "@sinclair/typebox";

/** A source that stores the rows of its answers: the warehouse of a connection, a snapshot or a roll-up. */
export const WarehouseSource = Type.Union([
  Type.Object({
    kind: Type.Literal("connection"),
    id: Type.String(),
    /**
     * The version of the connection's configuration: a statement never runs with an older version than it was compiled
     * for.
     */
    version: Type.Integer(),
  }),
  Type.Object({
    kind: Type.Literal("snapshot"),
    /** The snapshot's dataset. A snapshot never changes. */
    id: Type.String(),
  }),
  Type.Object({
    kind: Type.Literal("rollup"),
    /** A build of a roll-up, which never changes, or several that are opened together: see `joinBuildIds`. */
    id: Type.String(),
    /** The connection that reads the build, if the warehouse stores it. */
    connection: Type.Optional(Type.Object({id: Type.String(), version: Type.Integer()})),
  }),
]);
export type WarehouseSource = Static<typeof WarehouseSource>;
