/** SQL over values of staged rows, and the types that roll-ups store them as. */

/** SQL that counts the values which a type would change. */
export function countLost(name: string, engineType: string): string {
  return `count(*) filter (${name} is not null and ${converted(name, engineType)} is null)`;
}

/** SQL that casts a staged value to a type; null where the value would change. */
export function converted(name: string, engineType: string): string {
  if (engineType === "BIGINT" || engineType === "DOUBLE") return `try_cast(${name} as ${engineType})`;
  // Parquet has no bit strings.
  if (engineType === "BIT[]") return name;
  const text = writeText(name);
  if (engineType === "VARCHAR") return text;
  // A text with an offset, or in UTC. Digits beyond microseconds would be cut off, so such a text does not fit.
  if (engineType === "TIMESTAMP")
    return `case when not regexp_matches(${text}, '\\.[0-9]{7}') then try_cast(${text} as timestamptz) at time zone 'UTC' end`;
  // A cast to a date ignores what follows the day: a time of day, or the ` BC` of Postgres.
  if (engineType === "DATE")
    return `case when cast(try_cast(${text} as date) as varchar) = ${text} then try_cast(${text} as date) end`;
  if (!engineType.startsWith("DECIMAL")) return `try_cast(${text} as ${engineType})`;
  // A cast to fewer digits would round the value.
  const scale = /,(\d+)\)$/.exec(engineType)?.[1] ?? "0";
  return `case when not regexp_matches(${text}, '\\.[0-9]{${Number(scale) + 1}}|[eE]') then try_cast(${text} as ${engineType}) end`;
}

/** SQL for a staged value as text. */
export function writeText(name: string): string {
  return `cast(${name} as varchar)`;
}
