import {prepared} from "../../shared/core/database/prepared.ts";
import {type Db, sql} from "../../shared/core/db.ts";
import type {DeliveryFiles} from "../storage/deliveries/files.ts";
import type {SentDelivery} from "./mark-sent-or-retry.ts";

/** Where a rendering stores its files. */
export type RenderingFiles = Pick<DeliveryFiles, "put" | "temporaryPath">;

/**
 * Another attempt has rendered the delivery, because the worker of this attempt was silent for so long that it counted
 * as dead.
 */
export class RenderedElsewhere extends Error {
  constructor() {
    super("another attempt has rendered the delivery");
  }
}

/** Whether the mail of a delivery is stored. */
export async function isRendered(db: Db, {orgId, id}: Pick<SentDelivery, "orgId" | "id">): Promise<boolean> {
  const {rows} = await sql`${prepared}
    select from deliveries where org_id = ${orgId} and id = ${id} and rendered_at is not null`.execute(db);
  return rows.length > 0;
}

/**
 * The files of a rendering. Once another attempt has rendered the delivery, `put` rejects with `RenderedElsewhere`,
 * because it would replace files that some recipients have.
 */
export function filesOfRendering(
  db: Db,
  files: RenderingFiles,
  delivery: Pick<SentDelivery, "orgId" | "id">,
): RenderingFiles {
  return {
    temporaryPath: extension => files.temporaryPath(extension),
    put: async (orgId, deliveryId, name, content) => {
      if (await isRendered(db, delivery)) throw new RenderedElsewhere();
      return files.put(orgId, deliveryId, name, content);
    },
  };
}
