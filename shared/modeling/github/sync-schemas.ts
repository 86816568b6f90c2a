import {type Static, Type} from "@sinclair/typebox";
import {GraphNote} from "../../core/wire/catalog.ts";
import {BrokenView} from "../../querying/layers/schemas.ts";

const Time = Type.String({format: "date-time"});
const Names = Type.Array(Type.String());

const SyncStatus = Type.Union(
  (["queued", "running", "succeeded", "failed", "cancelled", "skipped"] as const).map(one =>
    Type.Literal(one),
  ),
  {
    description:
      "`queued` and `running` have not ended, the others are final. `skipped`: the files are the same as before.",
  },
);

const SyncError = Type.Object({
  message: Type.String({description: "What is wrong, and what to do."}),
  file: Type.Optional(Type.String({description: "The file, by its path in the repository."})),
  line: Type.Optional(Type.Integer({description: "The line in the file, from 1."})),
});
export type SyncError = Static<typeof SyncError>;

const SyncTriggerView = Type.Object(
  {
    type: Type.Union(
      (["push", "manual", "action", "nightly", "project", "installation"] as const).map(one =>
        Type.Literal(one),
      ),
      {
        description:
          "`push`: of a commit; `manual`: by hand; `action`: by its effect; `nightly`: every night; `project`, `installation`: by a change of the project's settings or of the App's installation.",
      },
    ),
    by: Type.Optional(Type.String({description: "The principal, or the run of an action, that started it."})),
  },
  {description: "Why the sync began."},
);

export const SyncView = Type.Object(
  {
    id: Type.String({description: "The id of the sync."}),
    status: SyncStatus,
    held: Type.Boolean({description: "`true`: it would break saved content, and waits to be approved."}),
    trigger: SyncTriggerView,
    commit: Type.Union([Type.String(), Type.Null()], {
      description: "The commit whose files were read; null: none yet.",
    }),
    author: Type.Union([Type.String(), Type.Null()], {description: "The author of the commit."}),
    message: Type.Union([Type.String(), Type.Null()], {description: "The message of the commit."}),
    layerVersion: Type.Union([Type.Integer(), Type.Null()], {
      description: "The version of the layer that it made; null: none.",
    }),
    added: {...Names, description: "Names that the layer has in addition."},
    changed: {...Names, description: "Names whose definition has changed."},
    removed: {...Names, description: "Names that the layer no longer has."},
    notes: Type.Array(GraphNote, {description: "Remarks on what was changed or left out."}),
    broken: Type.Array(BrokenView, {
      description: "Saved content that does not compile with this layer, as far as the caller can see it.",
    }),
    brokenHidden: Type.Integer({description: "How much more content is broken that the caller cannot see."}),
    error: Type.Optional(Type.String({description: "Why the sync failed."})),
    errors: Type.Optional(Type.Array(SyncError, {description: "Errors in the files. Only for org-admins."})),
    waitsUntil: Type.Optional(
      Type.String({description: "GitHub accepts no requests until then.", format: "date-time"}),
    ),
    approvedBy: Type.Optional(Type.String({description: "The principal who approved the sync."})),
    createdAt: {...Time, description: "When the sync was queued."},
    startedAt: Type.Union([Time, Type.Null()], {description: "When it began; null: it has not begun."}),
    finishedAt: Type.Union([Time, Type.Null()], {description: "When it ended; null: it has not ended."}),
  },
  {$id: "Sync"},
);
export type SyncView = Static<typeof SyncView>;

export const QueuedSync = Type.Object(
  {
    syncId: Type.String({
      description: "The id of the sync, for `GET /api/projects/{projectId}/syncs/{syncId}`.",
    }),
    status: Type.Literal("queued", {description: "Always `queued`."}),
  },
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
