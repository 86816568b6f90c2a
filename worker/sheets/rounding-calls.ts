/** The most powers of ten by which a number is scaled before it is rounded. */
export const MAX_DECIMALS = 12;

/** `ROUND`, `ROUNDUP`, `ROUNDDOWN` or `TRUNC`, scaled to an integer by a power of ten. */
export function roundCall(
  name: string,
  [value, decimals = "", ...more]: readonly string[],
): string | undefined {
  if (decimals === "" || more.length > 0) return undefined;
  // The engine rounds to 15 digits before it rounds to an integer, which makes 100.49999999999999 100.5. TRUNC does not.
  const bare = name === "TRUNC" ? "ROUNDDOWN" : name;
  const count = /^\s*-?\d+\s*$/.test(decimals) ? Number(decimals) : undefined;
  if (count !== undefined) {
    return count > 0 && count <= MAX_DECIMALS ? `(${bare}((${value})*1E${count},0)/1E${count})` : undefined;
  }
  const scaled = `${bare}(_engine_value*10^_engine_decimals,0)/10^_engine_decimals`;
  const isScaled = `(_engine_decimals>0)*(_engine_decimals<=${MAX_DECIMALS})`;
  // The engine takes decimals in a text for 0, so the text is converted by an addition.
  return `LET(_engine_value,${value},_engine_decimals,TRUNC((${decimals})+0),IF(${isScaled},${scaled},${bare}(_engine_value,_engine_decimals)))`;
}

/** `FIXED` or `DOLLAR` of the rounded number. */
export function decimalCall(
  name: string,
  [value = "", decimals = "2", ...more]: readonly string[],
): string | undefined {
  const rounded = roundCall("ROUND", [value, decimals]);
  return rounded === undefined ? undefined : `${name}(${[rounded, decimals, ...more].join(",")})`;
}
