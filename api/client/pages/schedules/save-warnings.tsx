/** What will go wrong with a schedule as it was just saved; nothing where all of it can be sent. */
export function SaveWarnings({warnings}: {warnings: readonly string[]}) {
  if (warnings.length === 0) return null;
  return (
    <div class="card" role="status">
      <p>It is saved, but not all of it can be sent as it is:</p>
      <ul>
        {warnings.map(warning => (
          <li key={warning}>{warning}</li>
        ))}
      </ul>
    </div>
  );
}
