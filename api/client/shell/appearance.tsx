import {useState} from "preact/hooks";

type Scheme = "auto" | "light" | "dark";

const CHOICES: readonly (readonly [Scheme, string])[] = [
  ["auto", "Like the system"],
  ["light", "Light"],
  ["dark", "Dark"],
];
const dark = matchMedia("(prefers-color-scheme: dark)");
const YEAR_SECONDS = 365 * 24 * 3600;

function chosen(): Scheme {
  const value = /(?:^|; )scheme=(light|dark)(?:;|$)/.exec(document.cookie)?.[1];
  return value === "light" || value === "dark" ? value : "auto";
}

/** Sets the colour scheme on the document, now and when the system's scheme changes. */
export function followScheme(): void {
  const set = () => {
    const scheme = chosen();
    const isDark = scheme === "auto" ? dark.matches : scheme === "dark";
    document.documentElement.dataset["theme"] = isDark ? "dark" : "light";
  };
  set();
  dark.addEventListener("change", set);
}

/** The choice of the colour scheme. A cookie stores the choice, so that the service sends the next document in that scheme. */
export function Appearance() {
  const [scheme, setScheme] = useState(chosen);
  const choose = (value: Scheme) => {
    const age = value === "auto" ? 0 : YEAR_SECONDS;
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox and without TLS.
    document.cookie = `scheme=${value}; path=/; samesite=lax; max-age=${age}`;
    setScheme(value);
    // Charts keep the colours in which they were drawn, so the page is loaded again.
    location.reload();
  };
  return (
    <fieldset class="choices">
      <legend>Colours</legend>
      {CHOICES.map(([value, text]) => (
        <label key={value}>
          <input type="radio" name="scheme" checked={scheme === value} onChange={() => choose(value)} />
          {text}
        </label>
      ))}
    </fieldset>
  );
}
