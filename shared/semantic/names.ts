/** What a name of a model, field or role may be: 1–128 characters, no dot and no control character. */
export function isName(name: string): boolean {
  if (name.length === 0 || name.length > 128) return false;
  for (let i = 0; i < name.length; i++) {
    const code = name.charCodeAt(i);
    if (code === 0x2e || code < 0x20 || code === 0x7f) return false;
  }
  return true;
}

/**
 * The nearest of `candidates` to a name that was not found, best first, at most `most`; empty where nothing
 * is near. Case, `_` and `-` count for nothing, so that `orderTotal` finds `order_total`.
 */
export function nearest(name: string, candidates: Iterable<string>, most = 3): string[] {
  const wanted = fold(name);
  const bound = Math.max(1, Math.floor(wanted.length / 3));
  const found: {candidate: string; distance: number}[] = [];
  for (const candidate of candidates) {
    const folded = fold(candidate);
    let distance = boundedDistance(wanted, folded, bound);
    if (distance > bound && wanted.length >= 4 && (folded.includes(wanted) || wanted.includes(folded))) {
      distance = bound + 1;
    }
    if (distance <= bound + 1 && (distance <= bound || folded.length >= 4)) found.push({candidate, distance});
  }
  found.sort((a, b) => a.distance - b.distance || a.candidate.length - b.candidate.length);
  return [...new Set(found.map(entry => entry.candidate))].slice(0, most);
}

/** ` Did you mean "a" or "b"?`, or nothing. */
export function didYouMean(suggestions: readonly string[]): string {
  if (suggestions.length === 0) return "";
  return ` Did you mean ${suggestions.map(name => `"${name}"`).join(" or ")}?`;
}

function fold(name: string): string {
  return name.toLowerCase().replaceAll("_", "").replaceAll("-", "").replaceAll(" ", "");
}

/** Edits with neighbours swapped counting one; more than `bound` is reported as `bound + 2`. */
function boundedDistance(a: string, b: string, bound: number): number {
  if (Math.abs(a.length - b.length) > bound) return bound + 2;
  let beforeLast: number[] = [];
  let last = Array.from({length: b.length + 1}, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    let least = i;
    for (let j = 1; j <= b.length; j++) {
      const change = a[i - 1] === b[j - 1] ? 0 : 1;
      let cost = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + change);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        cost = Math.min(cost, beforeLast[j - 2]! + 1);
      }
      row.push(cost);
      if (cost < least) least = cost;
    }
    if (least > bound) return bound + 2;
    beforeLast = last;
    last = row;
  }
  return last[b.length]!;
}
