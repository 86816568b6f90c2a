import type {ComponentChildren} from "preact";

/** The element in place of an empty list, which says what to do. */
export function Empty({title, children}: {title: string; children?: ComponentChildren}) {
  return (
    <div class="empty">
      <p class="title">{title}</p>
      {children}
    </div>
  );
}
