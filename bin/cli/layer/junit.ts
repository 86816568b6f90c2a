import type {Outcome} from "./assertions.ts";

/** The outcomes as JUnit XML, which CI systems read, with a test suite for each file. */
export function junitOf(outcomes: readonly Outcome[]): string {
  const suites = [...Map.groupBy(outcomes, ({file}) => file)].map(([file, cases]) => {
    const failed = cases.filter(({passed}) => !passed).length;
    return [
      `  <testsuite name="${escaped(file)}" tests="${cases.length}" failures="${failed}">`,
      ...cases.map(testCase),
      "  </testsuite>",
    ].join("\n");
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n${suites.join("\n")}\n</testsuites>\n`;
}

function testCase({file, name, passed, faults, durationMs}: Outcome): string {
  const head = `    <testcase classname="${escaped(file)}" name="${escaped(name)}" time="${(durationMs / 1000).toFixed(3)}"`;
  if (passed) return `${head}/>`;
  return `${head}>\n      <failure message="${escaped(faults[0] ?? "")}">${escaped(faults.join("\n"))}</failure>\n    </testcase>`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "\n": "&#10;",
};

/** Escapes a text for XML 1.0, which cannot express most control characters: they become the replacement character. */
function escaped(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\P{Cc}\n\t]|[\uFFFE\uFFFF]/gu, "\uFFFD")
    .replace(/[&<>"\n]/g, one => ENTITIES[one] ?? one);
}
