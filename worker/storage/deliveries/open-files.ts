import type {Config} from "../../../shared/config.ts";
import {BucketFiles} from "./bucket-files.ts";
import type {DeliveryFiles} from "./files.ts";
import {FolderFiles} from "./folder-files.ts";

/** Where the configuration says: the files of deliveries are kept where snapshots are. */
export function openDeliveryFiles(config: Config): DeliveryFiles {
  return config.s3 ? new BucketFiles(config, config.s3) : new FolderFiles(config);
}
