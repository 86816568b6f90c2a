import type {Config} from "../../../shared/core/config.ts";
import {BucketStore} from "./bucket-store.ts";
import {FolderStore} from "./folder-store.ts";
import type {SnapshotStore} from "./store.ts";

export function openStore(config: Config): SnapshotStore {
  return config.s3 ? new BucketStore(config, config.s3) : new FolderStore(config);
}
