import {join} from "node:path";
import type {Config} from "../../../shared/core/config.ts";
import {spillDir} from "../duckdb-spill-folders.ts";
import {TemporaryFiles} from "../temporary-files.ts";
import {BucketFiles} from "./bucket-files.ts";
import {DELIVERIES} from "./file-key.ts";
import {DeliveryFiles} from "./files.ts";
import {FolderFiles} from "./folder-files.ts";

/** Opens the storage for deliveries' files, in the same bucket or data folder as snapshots. */
export function openDeliveryFiles(config: Config): DeliveryFiles {
  const {dataDir, queryTimeoutMs, s3} = config;
  const temporary = new TemporaryFiles(join(dataDir, DELIVERIES, "tmp"), queryTimeoutMs, spillDir(config));
  return new DeliveryFiles(s3 ? new BucketFiles(s3) : new FolderFiles(dataDir, temporary), temporary);
}
