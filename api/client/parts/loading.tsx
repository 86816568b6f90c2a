/** Stands where something will be. It appears after a moment only, so that quick answers do not flicker. */
export function Loading({text = "Loading …"}: {text?: string}) {
  return (
    <p class="notice late" role="status">
      {text}
    </p>
  );
}
