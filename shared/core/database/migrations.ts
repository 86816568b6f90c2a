import {readdir} from "node:fs/promises";
import {join} from "node:path";

export const MIGRATIONS_DIR = join(import.meta.dir, "..", "..", "..", "sql", "migrations");

const NAMED = 3;

export interface Difference {
  /** Migrations of this version that the database lacks. */
  missing: string[];
  /** Migrations of the database that this version does not know: a newer version has applied them. */
  unknown: string[];
}

/** Compares the migrations that a database has with those of this version of the code. */
export async function compareMigrations(applied: readonly string[]): Promise<Difference> {
  const files = (await readdir(MIGRATIONS_DIR)).filter(file => file.endsWith(".sql"));
  const own = files.map(file => file.replace(/\.sql$/, "")).sort();
  return {
    missing: own.filter(name => !applied.includes(name)),
    unknown: applied.filter(name => !own.includes(name)).sort(),
  };
}

/** A sentence for a database that a newer version has migrated; `undefined` for others. */
export function newerSentence({unknown}: Difference): string | undefined {
  if (unknown.length === 0) return undefined;
  return `The database is newer than this version of the service: it has ${listed(unknown)}. Of the older versions, only the one directly before that newer version is sure to work with this database.`;
}

/** A sentence for a database that lacks some of this version's migrations; `undefined` for others. */
export function olderSentence({missing}: Difference): string | undefined {
  if (missing.length === 0) return undefined;
  return `The migrations are not current: run the release. The database lacks ${listed(missing)}.`;
}

function listed(names: readonly string[]): string {
  const named = names.slice(0, NAMED).join(", ");
  return names.length > NAMED ? `${named} and ${names.length - NAMED} more` : named;
}
