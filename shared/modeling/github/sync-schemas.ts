import {type Static, Type} from "@sinclair/typebox";
import {GraphNote} from "../../core/wire/catalog.ts";
import {BrokenView} from "../../querying/layers/schemas.ts";

const Time = Type.String({format: "date-time"});
const Names = Type.Array(Type.String());

const SyncStatus = Type.Union(
  (["queued", "running", "succeeded", "failed", "cancelled", "skipped"] as const).map(one =>
    Type.Literal(one),
  ),
);

const SyncError = Type.Object({
  message: Type.String(),
  file: Type.Optional(Type.String()),
  line: Type.Optional(Type.Integer()),
});
export type SyncError = Static<typeof SyncError>;

const SyncTriggerView = Type.Object({
  type: Type.Union(
    (["push", "manual", "action", "nightly", "project", "installation"] as const).map(one =>
      Type.Literal(one),
    ),
  ),
  by: Type.Optional(Type.String({description: "The principal, or the run of an action, that started it."})),
});

export const SyncView = Type.Object(
  {
    id: Type.String(),
    status: SyncStatus,
    held: Type.Boolean({description: "`true`: it would break saved content, and waits to be approved."}),
    trigger: SyncTriggerView,
    commit: Type.Union([Type.String(), Type.Null()]),
    author: Type.Union([Type.String(), Type.Null()]),
    message: Type.Union([Type.String(), Type.Null()], {description: "The message of the commit."}),
    layerVersion: Type.Union([Type.Integer(), Type.Null()], {
      description: "The version of the layer that it made; null: none.",
    }),
    added: Names,
    changed: Names,
    removed: Names,
    notes: Type.Array(GraphNote),
    broken: Type.Array(BrokenView, {
      description: "Saved content that does not compile with this layer, as far as the caller can see it.",
    }),
    brokenHidden: Type.Integer({description: "How much more content is broken that the caller cannot see."}),
    error: Type.Optional(Type.String()),
    errors: Type.Optional(Type.Array(SyncError, {description: "Errors in the files. Only for org-admins."})),
    waitsUntil: Type.Optional(
      Type.String({description: "GitHub accepts no requests until then.", format: "date-time"}),
    ),
    approvedBy: Type.Optional(Type.String()),
    createdAt: Time,
    startedAt: Type.Union([Time, Type.Null()]),
    finishedAt: Type.Union([Time, Type.Null()]),
  },
  {$id: "Sync"},
);
export type SyncView = Static<typeof SyncView>;

export const QueuedSync = Type.Object(
  {syncId: Type.String(), status: Type.Literal("queued")},
  {$id: "QueuedSync"},
);

/** The JSON columns of a sync. */
export const StoredSync = Type.Object({
  trigger: SyncTriggerView,
  added: Names,
  changed: Names,
  removed: Names,
  notes: Type.Array(GraphNote),
  broken: Type.Array(BrokenView),
  errors: Type.Array(SyncError),
});
