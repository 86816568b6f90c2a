const DATE_TIME = new Intl.DateTimeFormat(undefined, {dateStyle: "medium", timeStyle: "short"});
const DAY = new Intl.DateTimeFormat(undefined, {dateStyle: "medium"});
const RELATIVE = new Intl.RelativeTimeFormat(undefined, {numeric: "auto"});
const UNITS = [
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
] as const;
const RELATIVE_UNTIL_SECONDS = 7 * 86_400;

/** A moment in the reader's locale and timezone: near ones as "3 hours ago", with the exact one as the title. */
export function When({at}: {at: string | null | undefined}) {
  if (!at) return <>–</>;
  const date = new Date(at);
  return (
    <time dateTime={at} title={DATE_TIME.format(date)}>
      {wordsFor(date)}
    </time>
  );
}

function wordsFor(date: Date): string {
  const seconds = (date.getTime() - Date.now()) / 1000;
  if (Math.abs(seconds) > RELATIVE_UNTIL_SECONDS) return DAY.format(date);
  for (const [unit, length] of UNITS) {
    if (Math.abs(seconds) >= length) return RELATIVE.format(Math.round(seconds / length), unit);
  }
  return "just now";
}

/** A moment with its complete date and time. */
export function Moment({at}: {at: string}) {
  return <time dateTime={at}>{momentText(at)}</time>;
}

/** The moment in the reader's locale and timezone, as text. */
export function momentText(at: string): string {
  return DATE_TIME.format(new Date(at));
}
