import {Refusal} from "./api.ts";
import {sessionToken} from "./service.ts";

/**
 * Sends a file as the body of a POST, for the person who is signed in, and reports the progress, which `fetch` cannot.
 * Rejects with a `Refusal`.
 */
export async function upload<T>(
  path: string,
  file: Blob,
  type: string,
  {onSent, signal}: {onSent: (share: number) => void; signal: AbortSignal},
): Promise<T> {
  const token = await sessionToken();
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", path);
    request.setRequestHeader("authorization", `Bearer ${token}`);
    request.setRequestHeader("content-type", type);
    request.upload.addEventListener("progress", ({loaded, total}) => onSent(total > 0 ? loaded / total : 0));
    request.addEventListener("error", () => reject(new Refusal(0, "The service cannot be reached.")));
    request.addEventListener("abort", () => reject(signal.reason));
    request.addEventListener("load", () => {
      const {status, responseText} = request;
      if (status >= 200 && status < 300) resolve(JSON.parse(responseText));
      else reject(refusalOf(status, responseText));
    });
    signal.addEventListener("abort", () => request.abort());
    request.send(file);
  });
}

function refusalOf(status: number, text: string): Refusal {
  try {
    const {detail, errors = []} = JSON.parse(text);
    return new Refusal(status, detail, errors);
  } catch {
    // A proxy in between may answer without JSON, as with 413.
    return new Refusal(status, `The service answered ${status}.`);
  }
}
