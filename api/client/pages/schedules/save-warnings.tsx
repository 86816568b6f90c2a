/** The warnings about a schedule that was just saved. Empty if the whole schedule can be sent. */
export function SaveWarnings({warnings}: {warnings: readonly string[]}) {
  if (warnings.length === 0) return null;
  return (
    <div class="card" role="status">
      <p>The schedule is saved, but a part of it cannot be sent:</p>
      <ul>
        {warnings.map(warning => (
          <li key={warning}>{warning}</li>
        ))}
      </ul>
    </div>
  );
}
