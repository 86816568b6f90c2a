import {Refusal} from "../service/api.ts";
import {isRetryable} from "../service/is-retryable.ts";
import {Button} from "./button.tsx";

/** The sentence for an error: the service's own, or one that says what to do. */
export function messageOf(error: unknown): string {
  if (!(error instanceof Refusal)) {
    return error instanceof Error && error.message ? error.message : "Something failed. Try again.";
  }
  if (error.status === 404) return "This does not exist, or is not shared with you.";
  return error.message;
}

/** Says why something cannot be shown, and what can be done. */
export function Failed({error, message, retry}: {error?: unknown; message?: string; retry?: () => void}) {
  if (error instanceof Refusal && error.status === 401) return <SignedOut />;
  return (
    <div class="notice" role="alert">
      <p>{message ?? messageOf(error)}</p>
      {retry && isRetryable(error) && <Button onClick={retry}>Try again</Button>}
    </div>
  );
}

function SignedOut() {
  const back = `/sign-in?to=${encodeURIComponent(location.pathname + location.search)}`;
  return (
    <p class="notice" role="alert">
      You are signed out. <a href={back}>Sign in again</a>
    </p>
  );
}
