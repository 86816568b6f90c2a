import {ServiceError} from "../../shared/errors.ts";
import {expectSnapshot} from "../../shared/snapshots/hold.ts";
import type {UploadStep} from "../../shared/snapshots/upload-path.ts";
import type {SnapshotFile} from "../../shared/wire/snapshot.ts";
import type {Worker} from "../worker.ts";
import {CsvIntake} from "./csv-intake.ts";

const IDLE_MS = 60_000;
const CHECK_MS = 10_000;

interface Upload {
  orgId: string;
  datasetId: string;
  intake: CsvIntake;
  /** The number of the next chunk. */
  next: number;
  usedAt: number;
  /** The step that is being processed, which never rejects. */
  underWay: Promise<void> | undefined;
  controller: AbortController;
}

/**
 * CSVs that arrive through a worker's listener, chunk by chunk. An upload is abandoned after a minute without a chunk.
 */
export class Uploads {
  readonly #uploads = new Map<string, Upload>();
  readonly #timer: NodeJS.Timeout;

  constructor(private readonly worker: Worker) {
    this.#timer = setInterval(() => {
      for (const [id, upload] of this.#uploads) {
        if (!upload.underWay && upload.usedAt < performance.now() - IDLE_MS) void this.#drop(id, upload);
      }
    }, CHECK_MS);
  }

  /**
   * Processes one step; the last one resolves with the stored snapshot. Any error ends the upload and removes all of
   * it.
   */
  async take(step: UploadStep, bytes: Uint8Array): Promise<SnapshotFile | undefined> {
    const upload = this.#find(step);
    if (step.step === "abandon") {
      if (upload) await this.#drop(step.uploadId, upload);
      return undefined;
    }
    if (!upload || upload.underWay)
      throw new ServiceError("worker_unavailable", "The upload was broken off.");
    const {promise, resolve} = Promise.withResolvers<void>();
    upload.underWay = promise;
    try {
      if (step.step === "end") {
        await expectSnapshot(this.worker.db, step.orgId, step.datasetId);
        const stored = await upload.intake.finish(upload.controller.signal);
        this.#uploads.delete(step.uploadId);
        return stored;
      }
      if (step.step !== upload.next++) throw new Error(`chunk ${step.step} came out of turn`);
      await upload.intake.push(bytes);
      return undefined;
    } catch (error) {
      await this.#remove(step.uploadId, upload);
      throw error;
    } finally {
      upload.underWay = undefined;
      upload.usedAt = performance.now();
      resolve();
    }
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await Promise.all([...this.#uploads].map(([id, upload]) => this.#drop(id, upload)));
  }

  #find({orgId, datasetId, uploadId, step}: UploadStep): Upload | undefined {
    const held = this.#uploads.get(uploadId);
    if (held) return held.orgId === orgId && held.datasetId === datasetId ? held : undefined;
    if (step !== 0) return undefined;
    const {snapshots, config} = this.worker;
    const intake = new CsvIntake(snapshots, orgId, datasetId, {config});
    const controller = new AbortController();
    const upload = {
      orgId,
      datasetId,
      intake,
      next: 0,
      usedAt: performance.now(),
      underWay: undefined,
      controller,
    };
    this.#uploads.set(uploadId, upload);
    return upload;
  }

  /** Ends an upload. A step that is under way could make its file again, so what is left is removed after it. */
  async #drop(id: string, upload: Upload): Promise<void> {
    this.#uploads.delete(id);
    upload.controller.abort(new ServiceError("worker_unavailable", "The upload was broken off."));
    await upload.underWay;
    await this.#remove(id, upload);
  }

  async #remove(id: string, upload: Upload): Promise<void> {
    this.#uploads.delete(id);
    await upload.intake.abandon();
  }
}
