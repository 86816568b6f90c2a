/** A sentence of the service, whose parts between backticks are code. */
export function WithCode({text}: {text: string}) {
  return (
    <>
      {text.split("`").map((part, i) =>
        // The parts with odd indexes were between backticks.
        i % 2 === 1 ? <code key={`${i} ${part}`}>{part}</code> : part,
      )}
    </>
  );
}
