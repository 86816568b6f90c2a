/** The providers of language models that the service knows, as `GET /api/agents/models` returns them. */
export interface LlmModels {
  providers: {prefix: string; configured: boolean; variable: string}[];
  models: {name: string}[];
}

/** The notice that no language model is configured: its consequence (`so`), and how to configure a language model. */
export function NoProvider({models, so}: {models: LlmModels; so: string}) {
  return (
    <section class="card" aria-label="No language model">
      <h2>No language model is configured</h2>
      <p>{so} The operator of this service sets one of these variables, and restarts the service:</p>
      <ul>
        {models.providers.map(({prefix, variable}) => (
          <li key={prefix}>
            <code>{variable}</code> for models of <code>{prefix}…</code>
          </li>
        ))}
      </ul>
    </section>
  );
}
