import {Copyable} from "../../parts/copy.tsx";

/** The addresses at which other tools connect, each to copy. */
export function ToolAddresses() {
  return (
    <>
      <h3>Agents, over MCP</h3>
      <Copyable label="the address for MCP" text={`${location.origin}/mcp`} />
      <SqlAddress />
    </>
  );
}

/** The address at which tools that speak Postgres connect. The document has it only if the service listens for them. */
function SqlAddress() {
  const address = document.body.dataset["sql"];
  if (!address) return null;
  const [, host = "", port = ""] = /^(.*):(\d+)$/.exec(address) ?? [];
  const isAny = ["0.0.0.0", "[::]", "::"].includes(host);
  return (
    <>
      <h3>Tools that speak Postgres, over SQL</h3>
      <Copyable label="the address for SQL" text={`${isAny ? location.hostname : host}:${port}`} />
      <p class="hint">
        The user is any name, the database a project's name or <code>analytics</code>, and the password a
        token with the scope read.
      </p>
    </>
  );
}
