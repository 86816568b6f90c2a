import type {ItemType} from "../layer/items.ts";

/**
 * Writes the test that an array has at least one of some values, or with `all` each of them. Where the array does not,
 * the result may be null: for a null array, and on some engines for an array with nulls in it. There is at least one
 * value.
 */
export type ArrayReader = (array: string, values: readonly string[], all: boolean, items: ItemType) => string;

/** A reader that writes a condition for each value, and joins the conditions. */
function oneByOne(holds: (array: string, value: string, items: ItemType) => string): ArrayReader {
  return (array, values, all, items) => {
    const conditions = values.map(value => holds(array, value, items));
    return conditions.length === 1 ? conditions.join() : `(${conditions.join(all ? " and " : " or ")})`;
  };
}

/** Texts are compared by an operator that a GIN index on a `text[]` supports; numbers are compared as `=` does. */
export const postgresArray: ArrayReader = (array, values, all, items) => {
  if (items === "string") return `${array}::text[] ${all ? "@>" : "&&"} array[${values.join(", ")}]::text[]`;
  return oneByOne((whole, value) => `${value} = any(${whole})`)(array, values, all, items);
};

/**
 * DuckDB does not compare other types that are shown as text, such as `uuid`, with text, so the array's items are cast to
 * text. A parameter in a list has no type, so it is cast, too.
 */
export const duckdbArray: ArrayReader = (array, values, all, items) => {
  if (items === "string") {
    const texts = values.map(value => `${value}::varchar`);
    return `list_has_${all ? "all" : "any"}(cast(${array} as varchar[]), [${texts.join(", ")}])`;
  }
  return oneByOne((whole, value) => `list_contains(${whole}, ${value})`)(array, values, all, items);
};

/** MySQL stores arrays as JSON. A parameter is not JSON, so its value is written as JSON. */
export const mysqlArray = oneByOne((array, value, items) => {
  const written = {
    string: `json_quote(${value})`,
    number: `concat(${value}, '')`,
    boolean: `if(${value}, 'true', 'false')`,
  };
  return `json_contains(${array}, ${written[items]})`;
});

/** `has` finds no common type for some numbers that `=` can compare. */
export const clickhouseArray: ArrayReader = (array, values, all, items) => {
  if (items === "string") return `${all ? "hasAll" : "hasAny"}(${array}, [${values.join(", ")}])`;
  return oneByOne((whole, value) => `arrayExists(item -> item = ${value}, ${whole})`)(
    array,
    values,
    all,
    items,
  );
};

export const trinoArray = oneByOne((array, value) => `contains(${array}, ${value})`);
export const bigqueryArray = oneByOne((array, value) => `${value} in unnest(${array})`);
export const databricksArray = oneByOne((array, value) => `array_contains(${array}, ${value})`);
export const snowflakeArray = oneByOne((array, value) => `array_contains(to_variant(${value}), ${array})`);
export const redshiftArray = oneByOne((array, value) => `array_contains(${array}, ${value})`);
