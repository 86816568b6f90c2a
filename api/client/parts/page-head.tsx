import type {ComponentChildren} from "preact";
import {useEffect} from "preact/hooks";

/** The head of a page: its title, which is also the document's, a sentence about the page, and its buttons. */
export function PageHead({
  title,
  about,
  back,
  children,
}: {
  title: string;
  about?: ComponentChildren;
  /** The page above this one. */
  back?: {href: string; text: string};
  children?: ComponentChildren;
}) {
  useEffect(() => {
    document.title = title;
  }, [title]);
  return (
    <header class="page-head">
      {back && (
        <p class="back">
          <a href={back.href}>{back.text}</a>
        </p>
      )}
      <div class="title">
        <h1>
          <bdi>{title}</bdi>
        </h1>
        {children && <div class="buttons">{children}</div>}
      </div>
      {about && <p class="soft">{about}</p>}
    </header>
  );
}
