/** A notice that something is loading. It appears only after a moment, so that quick answers do not flicker. */
export function Loading({text = "Loading …"}: {text?: string}) {
  return (
    <p class="notice late" role="status">
      {text}
    </p>
  );
}
