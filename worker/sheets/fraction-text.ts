/** The format of a fraction: an optional whole number, and as many digits above as below the line, or a fixed divisor. */
const FRACTION = /^(?:(#|0|#,##0)( +))?(\?{1,3}|0{1,3})\/(\?{1,3}|0{1,3}|[1-9]\d{0,2})$/;

/** `TEXT` of a number in the format of a fraction, which the engine does not compute; `undefined` for other formats. */
export function fractionText(value: string, format: string): string | undefined {
  const [, whole, gap = "", above = "", below = ""] = FRACTION.exec(format) ?? [];
  const isFixed = /^[1-9]/.test(below);
  if (below === "" || (!isFixed && above.length !== below.length)) return undefined;
  const divisors = `SEQUENCE(${10 ** below.length - 1})`;
  const nearest = `LET(_engine_far,ABS(INT(_engine_part*${divisors}+0.5)/${divisors}-_engine_part),MATCH(MIN(_engine_far),_engine_far,0))`;
  const variables = [
    ["_engine_size", `ABS(${value})`],
    ["_engine_part", "_engine_size-INT(_engine_size)"],
    ["_engine_below", isFixed ? below : nearest],
    ["_engine_parts", "INT(_engine_part*_engine_below+0.5)+INT(_engine_size)*_engine_below"],
    ["_engine_whole", whole === undefined ? "0" : "INT(_engine_parts/_engine_below)"],
    ["_engine_above", "_engine_parts-_engine_whole*_engine_below"],
  ];
  const top = padded("_engine_above", above, "left");
  const fraction = `${top}&"/"&${isFixed ? `"${below}"` : padded("_engine_below", below, "right")}`;
  const sign = `IF((${value}<0)*(_engine_parts>0),"-","")`;
  return `LET(${variables.map(pair => pair.join(",")).join(",")},${sign}&${withWhole(whole, gap, fraction, above, below)})`;
}

function withWhole(
  whole: string | undefined,
  gap: string,
  fraction: string,
  above: string,
  below: string,
): string {
  if (whole === undefined) return fraction;
  const shown = `TEXT(_engine_whole,"${whole === "#" ? "0" : whole}")`;
  const before = whole === "#" ? `IF(_engine_whole=0,"",${shown})` : shown;
  const none = above.startsWith("0")
    ? `${shown}&"${gap}"&${fraction}`
    : `${shown}&"${gap}"&"${" ".repeat(above.length + 1 + below.length)}"`;
  return `IF(_engine_above=0,${none},${before}&"${gap}"&${fraction})`;
}

/** A number with spaces for `?`, and zeros for `0`, where it has fewer digits than the format. */
function padded(number: string, digits: string, side: "left" | "right"): string {
  if (digits.startsWith("0")) return `TEXT(${number},"${digits}")`;
  const spaces = `REPT(" ",MAX(0,${digits.length}-LEN(${number})))`;
  return side === "left" ? `${spaces}&${number}` : `${number}&${spaces}`;
}
