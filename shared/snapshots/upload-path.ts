/** One request of an upload at a worker's direct door: a chunk by its position from 0, its end, or its giving up. */
export interface UploadStep {
  orgId: string;
  datasetId: string;
  uploadId: string;
  step: number | "end" | "abandon";
}

const PATH = /^\/snapshot\/(org_[0-9a-z]{26})\/(ds_[0-9a-z]{26})\/([0-9a-f-]{36})\/(\d{1,6}|end|abandon)$/;

export function uploadPath({orgId, datasetId, uploadId, step}: UploadStep): string {
  return `/snapshot/${orgId}/${datasetId}/${uploadId}/${step}`;
}

/** `undefined` for any other path. */
export function parseUploadPath(path: string): UploadStep | undefined {
  const [, orgId, datasetId, uploadId, step] = PATH.exec(path) ?? [];
  if (!orgId || !datasetId || !uploadId || !step) return undefined;
  return {orgId, datasetId, uploadId, step: step === "end" || step === "abandon" ? step : Number(step)};
}
