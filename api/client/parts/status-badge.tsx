const BADGE_CLASSES: Readonly<Record<string, string>> = {
  succeeded: "good",
  sent: "good",
  verified: "good",
  failed: "bad",
  bounced: "bad",
  refused: "bad",
  unverified: "bad",
  stopped: "bad",
};

/** The state of a run, in the service's own word. */
export function StatusBadge({status}: {status: string | null | undefined}) {
  if (!status) return <>–</>;
  return <span class={`badge ${BADGE_CLASSES[status] ?? ""}`}>{status.replaceAll("_", " ")}</span>;
}
