import {useState} from "preact/hooks";
import {Button} from "../../parts/button.tsx";
import type {Use} from "./usage.ts";

const AT_FIRST = 12;

/** The content that uses a model, as far as the person can see it. */
export function UsedBy({uses, isCut}: {uses: readonly Use[]; isCut: boolean}) {
  const [isAll, setAll] = useState(false);
  if (uses.length === 0) return <p class="soft">Nothing that you can see.</p>;
  return (
    <>
      <ul class="uses" aria-label="Used by">
        {(isAll ? uses : uses.slice(0, AT_FIRST)).map(({kind, id, name, href}) => (
          <li key={`${kind} ${id}`}>
            <span class="badge">{kind}</span>{" "}
            <a href={href}>
              <bdi>{name}</bdi>
            </a>
          </li>
        ))}
      </ul>
      {!isAll && uses.length > AT_FIRST && (
        <Button onClick={() => setAll(true)}>All {uses.length.toLocaleString()}</Button>
      )}
      {isCut && <p class="soft">Of each kind, only the 500 newest were searched.</p>}
    </>
  );
}
