import type {ComponentChildren} from "preact";
import {useEffect, useRef} from "preact/hooks";
import {Button} from "./button.tsx";
import {useOwnId} from "./field.tsx";

/** A dialog over the page, closed by Escape, its button, and a press outside of it. */
export function Dialog({
  title,
  onClose,
  children,
  wide = false,
}: {
  title: string;
  onClose: () => void;
  children: ComponentChildren;
  wide?: boolean;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useOwnId();
  useEffect(() => {
    const shown = dialog.current;
    const before = document.activeElement;
    shown?.showModal();
    const stop = shown && focusFirst(shown);
    return () => {
      stop?.();
      shown?.close();
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      class={wide ? "wide" : ""}
      aria-labelledby={id}
      onCancel={event => {
        event.preventDefault();
        onClose();
      }}
      onMouseDown={event => {
        if (event.target === dialog.current) onClose();
      }}
    >
      <div class="dialog">
        <div class="head">
          <h2 id={id}>{title}</h2>
          <Button look="quiet" label="Close" onClick={onClose}>
            ✕
          </Button>
        </div>
        {children}
      </div>
    </dialog>
  );
}

/**
 * Moves the focus from the button that closes the dialog to the first field or main button: at once, or when the content
 * has loaded, unless the person has moved the focus in the meantime. Returns the function that stops waiting.
 */
function focusFirst(dialog: HTMLDialogElement): () => void {
  const initial = document.activeElement;
  const take = () => {
    if (document.activeElement !== initial && dialog.contains(document.activeElement)) return true;
    const first = dialog.querySelector<HTMLElement>(
      "input:not([hidden]), select, textarea, .button.act:not([aria-disabled='true'])",
    );
    first?.focus();
    return first !== null;
  };
  if (take()) return () => {};
  const observer = new MutationObserver(() => {
    if (take()) observer.disconnect();
  });
  observer.observe(dialog, {childList: true, subtree: true});
  return () => observer.disconnect();
}
