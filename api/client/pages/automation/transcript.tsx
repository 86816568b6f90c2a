import type {Round} from "./data.ts";

const NUMBER = new Intl.NumberFormat();

/** The language model's messages, and its tool calls with their results, round by round. */
export function Transcript({rounds}: {rounds: readonly Round[]}) {
  return (
    <>
      <h2>Transcript</h2>
      <ol class="transcript">
        {rounds.map(({round, text, toolCalls, tokens}) => (
          <li key={round}>
            {text && (
              <p>
                <bdi>{text}</bdi>
              </p>
            )}
            {toolCalls.map(({name, arguments: given, result, isError}, i) => (
              <details key={i}>
                <summary>
                  {name.replaceAll("_", " ")}
                  {isError && " (refused)"}
                </summary>
                <pre role="region" aria-label={`Arguments of ${name}`}>
                  <code>{JSON.stringify(given, null, 2)}</code>
                </pre>
                {result !== undefined && (
                  <pre role="region" aria-label={`Result of ${name}`}>
                    <code>{result}</code>
                  </pre>
                )}
              </details>
            ))}
            <p class="hint">{NUMBER.format(tokens.total)} tokens</p>
          </li>
        ))}
      </ol>
    </>
  );
}
