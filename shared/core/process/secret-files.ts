import {readFileSync} from "node:fs";

type Environment = Readonly<Record<string, string | undefined>>;

/** The variables that hold secrets themselves. Each can be given in a file, whose path is in `<name>_FILE`. */
export const SECRETS = [
  "ANTHROPIC_API_KEY",
  "DATABASE_URL",
  "ENCRYPTION_KEY",
  "GITHUB_APP_PRIVATE_KEY",
  "GITHUB_CLIENT_SECRET",
  "GITHUB_WEBHOOK_SECRET",
  "LLM_API_KEY",
  "OIDC_CLIENT_SECRET",
  "OPENAI_API_KEY",
  "OTEL_EXPORTER_OTLP_HEADERS",
  "S3_ACCESS_KEY_ID",
  "S3_SECRET_ACCESS_KEY",
  "SMTP_URL",
  "STRIPE_SECRET_KEY",
  "STRIPE_WEBHOOK_SECRET",
] as const;

/**
 * The environment with the secrets that are given in files, in place of the files' names. Calls `fault` with a sentence
 * for each file that cannot be read or is empty, and for a secret that is given in both forms.
 */
export function withSecretFiles(env: Environment, fault: (message: string) => void): Environment {
  const read: Record<string, string | undefined> = {...env};
  for (const name of SECRETS) {
    const path = env[`${name}_FILE`]?.trim();
    delete read[`${name}_FILE`];
    if (!path) continue;
    if (env[name]?.trim()) {
      fault(`${name} and ${name}_FILE are both set: give the secret in one form`);
      continue;
    }
    const secret = readSecret(name, path, fault);
    if (secret !== undefined) read[name] = secret;
  }
  return read;
}

/** Like `withSecretFiles`, for a command that needs the environment before the configuration. Throws one `Error`. */
export function secretsFromFiles(env: Environment): Environment {
  const faults: string[] = [];
  const read = withSecretFiles(env, message => faults.push(message));
  if (faults.length > 0) throw new Error(`The configuration is not usable:\n  ${faults.join("\n  ")}`);
  return read;
}

function readSecret(name: string, path: string, fault: (message: string) => void): string | undefined {
  try {
    const secret = readFileSync(path, "utf8").trim();
    if (secret !== "") return secret;
    fault(`${name}_FILE is "${path}", which is empty: the secret is needed in it`);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : String(error);
    fault(`${name}_FILE is "${path}", which cannot be read (${code}): a file with the secret is needed`);
  }
  return undefined;
}
