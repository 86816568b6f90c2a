import {ServiceError} from "../../shared/core/errors.ts";
import type {Calls} from "../../shared/core/workers/calls.ts";
import {isFileName} from "../storage/deliveries/file-key.ts";
import type {Worker} from "../worker.ts";

/** How long files are kept. */
export const FILE_DAYS = 7;
/** Larger parts are hardly faster, and each waits in memory for a client that reads slowly. */
const MAX_PART_BYTES = 1024 * 1024;

/** A part of a file. `not_found` where there is no such delivery or file, `gone` where the file has expired. */
export async function readDeliveryFile(
  {db, deliveryFiles}: Pick<Worker, "db" | "deliveryFiles">,
  {orgId, deliveryId, name, offset}: Calls["read_delivery_file"]["request"],
): Promise<Calls["read_delivery_file"]["answer"]> {
  const delivery = await db
    .selectFrom("deliveries")
    .select("created_at")
    .where("org_id", "=", orgId)
    .where("id", "=", deliveryId)
    .executeTakeFirst();
  if (!delivery) throw new ServiceError("not_found", `There is no delivery "${deliveryId}".`);
  const part = isFileName(name)
    ? await deliveryFiles.readPart(orgId, deliveryId, name, offset, MAX_PART_BYTES)
    : undefined;
  if (part) return {content: Buffer.from(part.bytes).toString("base64"), sizeBytes: part.sizeBytes};
  if (delivery.created_at.getTime() < Date.now() - FILE_DAYS * 24 * 3_600_000) {
    throw new ServiceError(
      "gone",
      `The files of a delivery are stored for ${FILE_DAYS} days, and this time is over.`,
    );
  }
  throw new ServiceError("not_found", `The delivery "${deliveryId}" has no file of this name.`);
}
