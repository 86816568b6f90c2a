import {useEffect, useLayoutEffect, useRef, useState} from "preact/hooks";
import {ALL_CONTENT_TYPES} from "../../../shared/core/content-types.ts";
import {capitalised} from "../../../shared/core/one-line.ts";
import {ADDRESSES, pathOfResource} from "../../page-urls/addresses.ts";
import {SECTIONS} from "../../page-urls/sections.ts";
import {canAskInWords} from "../asking/language-models.ts";
import {Dialog} from "../parts/dialog.tsx";
import {messageOf} from "../parts/failed.tsx";
import {reader} from "../service/reader.ts";
import {service} from "../service/service.ts";
import {modelLinks} from "./model-links.ts";
import {open as openPage} from "./navigation.ts";

/** Debounce: how long typing must pause before the search is sent. */
const PAUSE_MS = 150;
const MAX_OF_A_KIND = 5;

/** A search result, and the address that it opens. */
interface Hit {
  href: string;
  text: string;
  kind: string;
  /** Set for the entry that asks the typed text as a question, which is not a search result. */
  isQuestion?: true;
}

/** The hits of a text; `text` is `undefined` before the first answer. */
interface Found {
  text: string | undefined;
  hits: Hit[];
}

/** The search over everything that the person can open: by its button, by `/`, and by Ctrl-K. */
export function Search() {
  const [isOpen, setOpen] = useState(false);
  // A layout effect, so that the key works as soon as the button is visible.
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isCommand = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k";
      const isSlash = event.key === "/" && !event.ctrlKey && !event.metaKey && !isTyping(event.target);
      if (!isCommand && !isSlash) return;
      event.preventDefault();
      setOpen(true);
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);
  return (
    <>
      <button type="button" class="search" aria-keyshortcuts="/ Control+K" onClick={() => setOpen(true)}>
        Search <kbd>/</kbd>
      </button>
      {isOpen && <Palette onClose={() => setOpen(false)} />}
    </>
  );
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}

function Palette({onClose}: {onClose: () => void}) {
  const [text, setText] = useState("");
  const [found, setFound] = useState<Found>({text: undefined, hits: []});
  const entered = useRef<string | undefined>(undefined);
  const {hits} = found;
  const [marked, setMarked] = useState(0);
  const [status, setStatus] = useState("");
  const list = useRef<HTMLUListElement>(null);
  const go = (hit: Hit | undefined) => {
    if (!hit) return;
    onClose();
    openPage(hit.href);
  };
  useEffect(() => {
    const controller = new AbortController();
    const timer = setTimeout(() => {
      find(text, controller.signal).then(
        hits => {
          if (controller.signal.aborted) return;
          if (entered.current === text && hits[0]) return go(hits[0]);
          setFound({text, hits});
          setMarked(0);
          const count = hits.filter(({isQuestion}) => !isQuestion).length;
          setStatus(count === 0 ? "Nothing was found." : `${count} found`);
        },
        (error: unknown) => {
          if (!controller.signal.aborted) setStatus(messageOf(error));
        },
      );
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [text]);
  useEffect(() => {
    list.current?.children[marked]?.scrollIntoView({block: "nearest"});
  }, [marked]);
  const press = (event: KeyboardEvent) => {
    const step = {ArrowDown: 1, ArrowUp: -1}[event.key];
    if (event.key === "Enter" && found.text === text) go(hits[marked]);
    // The listed results belong to an earlier text. The first result of the current text is opened as soon as it is
    // loaded.
    else if (event.key === "Enter") entered.current = text;
    else if (step !== undefined && hits.length > 0) setMarked((marked + step + hits.length) % hits.length);
    else return;
    event.preventDefault();
  };
  return (
    <Dialog title="Search" onClose={onClose}>
      <input
        type="text"
        role="combobox"
        class="wide"
        aria-label="Search everything"
        aria-controls="search-hits"
        aria-expanded={hits.length > 0}
        aria-autocomplete="list"
        aria-activedescendant={hits.length > 0 ? `search-hit-${marked}` : ""}
        placeholder="A name, a model, a page"
        autocomplete="off"
        value={text}
        onInput={event => setText(event.currentTarget.value)}
        onKeyDown={press}
      />
      <ul id="search-hits" role="listbox" aria-label="Found" class="hits" ref={list}>
        {hits.map((hit, i) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the input handles the keys of its list.
          <li
            key={hit.href}
            id={`search-hit-${i}`}
            role="option"
            tabIndex={-1}
            aria-selected={i === marked}
            onMouseMove={() => setMarked(i)}
            onClick={() => go(hit)}
          >
            <bdi>{hit.text}</bdi> <span class="soft">{hit.kind}</span>
          </li>
        ))}
      </ul>
      <p class="soft" role="status">
        {status}
      </p>
    </Dialog>
  );
}

/** The pages, models and content in which all of the words are found. */
async function find(text: string, signal: AbortSignal): Promise<Hit[]> {
  const words = text.trim().toLowerCase().split(/\s+/).filter(Boolean);
  const fits = (name: string) => words.every(word => name.toLowerCase().includes(word));
  const {orgRole} = reader();
  const pages = SECTIONS.filter(({admin}) => !admin || orgRole === "admin").flatMap(section =>
    section.pages.map(({page, title}) => ({href: ADDRESSES[page].path, text: title, kind: section.title})),
  );
  if (words.length === 0) return pages;
  const query = new URLSearchParams({q: text.trim(), limit: String(MAX_OF_A_KIND)});
  const contents = await Promise.all(
    ALL_CONTENT_TYPES.map(async type => {
      const {rows} = await service.list<{id: string; name: string}>(`/api/${type}s?${query}`, {signal});
      return rows.flatMap(({id, name}) => {
        const href = pathOfResource(type, id);
        return href === undefined ? [] : {href, text: name, kind: capitalised(type)};
      });
    }),
  );
  const models = (await modelLinks(signal))
    .filter(({name, label, description, synonyms}) => fits(`${name} ${label} ${description} ${synonyms}`))
    .slice(0, MAX_OF_A_KIND)
    .map(({href, label, project}) => ({href, text: label, kind: `Model of ${project}`}));
  const found = [...models, ...contents.flat(), ...pages.filter(page => fits(page.text))];
  return [...found, ...questionOf(text.trim())];
}

/** The entry that asks the text as a question, if a language model can answer it. */
function questionOf(text: string): Hit[] {
  const {path} = ADDRESSES.ask;
  if (!canAskInWords() || location.pathname === path) return [];
  return [{href: `${path}?q=${encodeURIComponent(text)}`, text, kind: "Ask", isQuestion: true}];
}
