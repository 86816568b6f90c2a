/** One request of an upload to a worker's listener: a chunk with its index from 0, the end, or the abort. */
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

/** Parses the path; `undefined` for any other path. */
export function parseUploadPath(path: string): UploadStep | undefined {
  const [, orgId, datasetId, uploadId, step] = PATH.exec(path) ?? [];
  if (!orgId || !datasetId || !uploadId || !step) return undefined;
  return {orgId, datasetId, uploadId, step: step === "end" || step === "abandon" ? step : Number(step)};
}
