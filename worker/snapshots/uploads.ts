import {scheduleSnapshotDeletion} from "../../shared/content/snapshots/deletion.ts";
import type {UploadStep} from "../../shared/content/snapshots/upload-path.ts";
import {CsvFormat} from "../../shared/core/csv/csv-format.ts";
import {ServiceError} from "../../shared/core/errors.ts";
import {readerOf} from "../../shared/core/validate.ts";
import type {SnapshotFile} from "../../shared/core/wire/snapshot.ts";
import type {Worker} from "../worker.ts";
import {CsvIntake} from "./csv-intake.ts";

const readCsvFormat = readerOf(CsvFormat, "format of a CSV");

const IDLE_MS = 60_000;
const CHECK_MS = 10_000;

interface Upload {
  orgId: string;
  datasetId: string;
  intake: CsvIntake;
  /** The number of the next chunk. */
  next: number;
  usedAt: number;
  /** Resolves when the running step ends; never rejects. */
  runningStep: Promise<void> | undefined;
  controller: AbortController;
}

/**
 * CSV uploads that arrive through a worker's listener, chunk by chunk. An upload without a chunk for a minute is
 * dropped.
 */
export class Uploads {
  readonly #uploads = new Map<string, Upload>();
  readonly #timer: NodeJS.Timeout;

  constructor(private readonly worker: Pick<Worker, "config" | "db" | "log" | "snapshots">) {
    this.#timer = setInterval(() => {
      for (const [id, upload] of this.#uploads) {
        if (upload.runningStep || upload.usedAt >= performance.now() - IDLE_MS) continue;
        this.#drop(id, upload).catch(error =>
          worker.log.warn({err: error}, "the files of an upload could not be removed"),
        );
      }
    }, CHECK_MS);
  }

  /**
   * Processes one step. The last step resolves with the stored snapshot. Any error ends the upload and removes its
   * files.
   */
  async take(step: UploadStep, bytes: Uint8Array): Promise<SnapshotFile | undefined> {
    const upload = this.#find(step);
    if (step.step === "abandon") {
      if (upload) await this.#drop(step.uploadId, upload);
      return undefined;
    }
    if (!upload || upload.runningStep)
      throw new ServiceError("worker_unavailable", "The upload was interrupted.");
    const {promise, resolve} = Promise.withResolvers<void>();
    upload.runningStep = promise;
    try {
      if (step.step === "end") {
        await scheduleSnapshotDeletion(this.worker.db, step.orgId, step.datasetId);
        const format = readFormat(bytes);
        const stored = await upload.intake.finish(upload.controller.signal, format);
        this.#uploads.delete(step.uploadId);
        return stored;
      }
      if (step.step !== upload.next++) throw new Error(`chunk ${step.step} arrived out of order`);
      await upload.intake.push(bytes);
      return undefined;
    } catch (error) {
      await this.#remove(step.uploadId, upload);
      throw error;
    } finally {
      upload.runningStep = undefined;
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
      runningStep: undefined,
      controller,
    };
    this.#uploads.set(uploadId, upload);
    return upload;
  }

  /** Ends an upload. Its files are removed after the running step, because that step could create them again. */
  async #drop(id: string, upload: Upload): Promise<void> {
    this.#uploads.delete(id);
    upload.controller.abort(new ServiceError("worker_unavailable", "The upload was interrupted."));
    await upload.runningStep;
    await this.#remove(id, upload);
  }

  async #remove(id: string, upload: Upload): Promise<void> {
    this.#uploads.delete(id);
    await upload.intake.abandon();
  }
}

/** The format in the body of the last step. The body from another version of the service is empty. */
function readFormat(bytes: Uint8Array): CsvFormat {
  return bytes.length === 0 ? {} : readCsvFormat(JSON.parse(new TextDecoder().decode(bytes)));
}
