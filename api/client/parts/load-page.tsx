import type {ComponentChildren} from "preact";
import {Refusal} from "../service/api.ts";
import {Failed} from "./failed.tsx";
import {Load} from "./load.tsx";
import {PageHead} from "./page-head.tsx";
import type {Loaded} from "./use-load.ts";

/**
 * Like `Load`, for the whole content of a page: if the content cannot be loaded, a heading says so. `what` names the
 * content, as in "schedule".
 */
export function LoadPage<T>({
  from,
  what,
  children,
}: {
  from: Loaded<T>;
  what: string;
  children: (value: T) => ComponentChildren;
}) {
  if (from.error !== undefined) return <FailedPage what={what} error={from.error} retry={from.reload} />;
  return <Load from={from}>{children}</Load>;
}

/** A page that cannot show its content: a heading that says what failed, and the reason. */
export function FailedPage({
  what,
  ...failure
}: {
  what: string;
  error?: unknown;
  message?: string;
  retry?: () => void;
}) {
  return (
    <>
      <PageHead title={headingOf(what, failure.error)} />
      <Failed {...failure} />
    </>
  );
}

function headingOf(what: string, error: unknown): string {
  const status = error instanceof Refusal ? error.status : undefined;
  if (status === 401) return "You are signed out";
  if (status === 404) return `There is no such ${what}`;
  if (status === 403) return `You may not see this ${what}`;
  return `This ${what} could not be shown`;
}
