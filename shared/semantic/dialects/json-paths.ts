import type {JsonPath, PathType} from "../layer/json-path.ts";
import {quoteText} from "./engine-spelling.ts";

/** Reads a value in a column of JSON: null where it is missing or of another type. */
export type PathReader = (column: string, path: JsonPath, type: PathType) => string;

/** The beginning of a text that is a date, perhaps with a time after it. */
const DAY = "^[0-9]{4}-[0-9]{2}-[0-9]{2}";

/** `$."plan"[0]` */
function jsonPath(path: JsonPath): string {
  return `$${path.map(step => (typeof step === "number" ? `[${step}]` : `."${step}"`)).join("")}`;
}

interface Read {
  /** For each type, a condition that the value has it. */
  is: Record<PathType, string>;
  as: Record<PathType, string>;
}

function when({is, as}: Read, type: PathType, more: readonly string[] = []): string {
  return `case when ${[...more, is[type]].join(" and ")} then ${as[type]} end`;
}

/** The paths of the arrays whose first item a path takes. Some engines read any other value as an array of one item. */
function beforeFirsts(path: JsonPath): JsonPath[] {
  return path.flatMap((step, i) => (step === 0 ? [path.slice(0, i)] : []));
}

export const postgresPath: PathReader = (column, path, type) => {
  const at = (steps: JsonPath) =>
    `(${[`${column}::jsonb`, ...steps.map(step => (typeof step === "number" ? step : quoteText(step)))].join(" -> ")})`;
  const value = at(path);
  const text = `(${value} #>> '{}')`;
  const kind = `jsonb_typeof(${value})`;
  const day = `jsonb_path_query_first(to_jsonb(left(${text}, 10)), '$.datetime("YYYY-MM-DD")', '{}', true)`;
  return when(
    {
      is: {
        string: `${kind} in ('string', 'number', 'boolean')`,
        number: `${kind} = 'number'`,
        boolean: `${kind} = 'boolean'`,
        date: `${kind} = 'string' and ${text} ~ '${DAY}'`,
      },
      as: {
        string: text,
        number: `${value}::numeric`,
        boolean: `${value}::boolean`,
        date: `(${day} #>> '{}')::date`,
      },
    },
    type,
    beforeFirsts(path).map(before => `jsonb_typeof(${at(before)}) = 'array'`),
  );
};

export const duckdbPath: PathReader = (column, path, type) => {
  const at = quoteText(jsonPath(path));
  const kind = `json_type(${column}, ${at})`;
  const text = `json_extract_string(${column}, ${at})`;
  return when(
    {
      is: {
        string: `${kind} not in ('OBJECT', 'ARRAY', 'NULL')`,
        number: `${kind} not in ('OBJECT', 'ARRAY', 'NULL', 'VARCHAR', 'BOOLEAN')`,
        boolean: `${kind} = 'BOOLEAN'`,
        date: `${kind} = 'VARCHAR' and regexp_matches(${text}, '${DAY}')`,
      },
      as: {
        string: text,
        number: `cast(${text} as double)`,
        boolean: `cast(${text} as boolean)`,
        date: `try_cast(left(${text}, 10) as date)`,
      },
    },
    type,
  );
};

export const mysqlPath: PathReader = (column, path, type) => {
  const at = (steps: JsonPath) => `json_extract(${column}, ${quoteText(jsonPath(steps))})`;
  const value = at(path);
  const kind = `json_type(${value})`;
  const text = `json_unquote(${value})`;
  return when(
    {
      is: {
        string: `${kind} not in ('OBJECT', 'ARRAY', 'NULL')`,
        number: `${kind} in ('INTEGER', 'UNSIGNED INTEGER', 'DOUBLE', 'DECIMAL')`,
        boolean: `${kind} = 'BOOLEAN'`,
        date: `${kind} = 'STRING' and ${text} regexp '${DAY}'`,
      },
      as: {
        string: text,
        number: `${text} + 0e0`,
        boolean: `${text} = 'true'`,
        date: `cast(left(${text}, 10) as date) + interval 0 day`,
      },
    },
    type,
    beforeFirsts(path).map(before => `json_type(${at(before)}) = 'ARRAY'`),
  );
};

/**
 * ClickHouse counts positions from 1, in objects as well as in arrays. It reads a day that does not exist as another
 * day, whose text then differs.
 */
export const clickhousePath: PathReader = (column, path, type) => {
  const at = (call: string, steps: JsonPath) => {
    const written = steps.map(step => (typeof step === "number" ? String(step + 1) : quoteText(step)));
    return `${call}(${[`ifNull(toString(${column}), 'null')`, ...written].join(", ")})`;
  };
  const kind = at("JSONType", path);
  const text = at("JSONExtractString", path);
  const day = `substring(${text}, 1, 10)`;
  return when(
    {
      is: {
        string: `${kind} not in ('Object', 'Array', 'Null')`,
        number: `${kind} in ('Int64', 'UInt64', 'Double')`,
        boolean: `${kind} = 'Bool'`,
        date: `${kind} = 'String' and match(${text}, '${DAY}') and toString(toDate32OrNull(${day})) = ${day}`,
      },
      as: {
        string: `if(${kind} = 'String', ${text}, ${at("JSONExtractRaw", path)})`,
        number: at("JSONExtractFloat", path),
        boolean: `cast(${at("JSONExtractBool", path)} as Bool)`,
        date: `toDate32OrNull(${day})`,
      },
    },
    type,
    path.flatMap((step, i) =>
      typeof step === "number" ? [`${at("JSONType", path.slice(0, i))} = 'Array'`] : [],
    ),
  );
};

export const trinoPath: PathReader = (column, path, type) => {
  const steps = path.map(step => (typeof step === "number" ? `[${step}]` : `["${step}"]`)).join("");
  const at = `${column}, ${quoteText(`$${steps}`)}`;
  const written = `json_format(json_extract(${at}))`;
  const text = `json_extract_scalar(${at})`;
  return when(
    {
      is: {
        string: `${text} is not null`,
        number: `${written} not like '"%'`,
        boolean: `${written} in ('true', 'false')`,
        date: `regexp_like(${text}, '${DAY}')`,
      },
      as: {
        string: text,
        number: `try_cast(${text} as double)`,
        boolean: `${written} = 'true'`,
        date: `try_cast(substr(${text}, 1, 10) as date)`,
      },
    },
    type,
  );
};

/**
 * The column has BigQuery's type JSON. This reader has never run on the engine itself, nor have those of the dialects
 * below.
 */
export const bigqueryPath: PathReader = (column, path, type) => {
  // A backslash is an escape character in BigQuery's strings, and no key has one.
  const at = `'${jsonPath(path).replaceAll("'", "\\'")}'`;
  const kind = `json_type(json_query(${column}, ${at}))`;
  const text = `json_value(${column}, ${at})`;
  return when(
    {
      is: {
        string: `${kind} in ('string', 'number', 'boolean')`,
        number: `${kind} = 'number'`,
        boolean: `${kind} = 'boolean'`,
        date: `${kind} = 'string' and regexp_contains(${text}, '${DAY}')`,
      },
      as: {
        string: text,
        number: `safe_cast(${text} as float64)`,
        boolean: `${text} = 'true'`,
        date: `safe_cast(left(${text}, 10) as date)`,
      },
    },
    type,
  );
};

/**
 * Parses the text anew at each level of the path, as a map or list of texts, so that no key becomes part of a path
 * expression. Text that begins with a brace is taken for an object, text that begins with a bracket for a list. A text
 * cannot be distinguished from a number or boolean of the same letters.
 */
export const databricksPath: PathReader = (column, path, type) => {
  const text = path.reduce<string>((value, step) => {
    if (typeof step === "number") return `get(from_json(${value}, 'array<string>'), ${step})`;
    return `from_json(${value}, 'map<string,string>')['${step.replaceAll("'", "\\'")}']`;
  }, column);
  return when(
    {
      is: {
        string: `${text} not rlike '^[{\\[]'`,
        number: `${text} rlike '^-?[0-9]'`,
        boolean: `${text} in ('true', 'false')`,
        date: `${text} rlike '${DAY}'`,
      },
      as: {
        string: text,
        number: `try_cast(${text} as double)`,
        boolean: `${text} = 'true'`,
        date: `try_cast(left(${text}, 10) as date)`,
      },
    },
    type,
  );
};

export const snowflakePath: PathReader = (column, path, type) => {
  const value = path.reduce<string>(
    (inner, step) => `get(${inner}, ${typeof step === "number" ? step : `'${step.replaceAll("'", "\\'")}'`})`,
    column,
  );
  const kind = `typeof(${value})`;
  const text = `as_varchar(${value})`;
  return when(
    {
      is: {
        string: `${kind} not in ('OBJECT', 'ARRAY', 'NULL_VALUE')`,
        number: `${kind} in ('INTEGER', 'DECIMAL', 'DOUBLE')`,
        boolean: `${kind} = 'BOOLEAN'`,
        date: `${kind} = 'VARCHAR' and ${text} rlike '${DAY}.*'`,
      },
      as: {
        string: `cast(${value} as varchar)`,
        number: `cast(${value} as float)`,
        boolean: `cast(${value} as boolean)`,
        date: `try_to_date(left(${text}, 10))`,
      },
    },
    type,
  );
};

/** The column has Redshift's type SUPER. A text cannot be distinguished from a number or boolean of the same letters. */
export const redshiftPath: PathReader = (column, path, type) => {
  const text = path.reduce<string>((value, step) => {
    if (typeof step === "number") return `json_extract_array_element_text(${value}, ${step}, true)`;
    return `json_extract_path_text(${value}, ${quoteText(step)}, true)`;
  }, `json_serialize(${column})`);
  return when(
    {
      is: {
        string: `${text} !~ '^[{[]' and ${text} <> ''`,
        number: `${text} ~ '^-?[0-9]+([.][0-9]+)?([eE][-+]?[0-9]+)?$'`,
        boolean: `${text} in ('true', 'false')`,
        date: `${text} ~ '${DAY}'`,
      },
      as: {
        string: text,
        number: `${text}::float8`,
        boolean: `${text} = 'true'`,
        date: `left(${text}, 10)::date`,
      },
    },
    type,
  );
};
