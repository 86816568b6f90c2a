const LONGEST_COMPARED = 128;

/** The names most like `wanted`, best first, at most `most`; none that is too far off to be meant. */
export function nearest(wanted: string, names: Iterable<string>, most = 3): string[] {
  const target = wanted.toLowerCase().slice(0, LONGEST_COMPARED);
  const ranked: {name: string; distance: number}[] = [];
  for (const name of names) {
    const candidate = name.toLowerCase().slice(0, LONGEST_COMPARED);
    const reach = Math.max(1, Math.floor(Math.max(target.length, candidate.length) * 0.4));
    if (Math.abs(candidate.length - target.length) > reach && !candidate.includes(target)) continue;
    const distance =
      candidate.includes(target) && target.length > 2 ? 0.5 : editDistance(target, candidate, reach);
    if (distance <= reach) ranked.push({name, distance});
  }
  return ranked
    .sort((a, b) => a.distance - b.distance || (a.name < b.name ? -1 : 1))
    .slice(0, most)
    .map(({name}) => name);
}

/** Optimal string alignment; more than `reach` is reported as `reach + 1`. */
function editDistance(a: string, b: string, reach: number): number {
  let beforeLast: number[] = [];
  let last = Array.from({length: b.length + 1}, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let cost = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, beforeLast[j - 2]! + 1);
      row.push(cost);
    }
    if (Math.min(...row) > reach) return reach + 1;
    beforeLast = last;
    last = row;
  }
  return last[b.length]!;
}
