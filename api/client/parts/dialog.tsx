import type {ComponentChildren} from "preact";
import {useEffect, useId, useRef} from "preact/hooks";
import {Button} from "./button.tsx";

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
  const id = useId();
  useEffect(() => {
    const shown = dialog.current;
    const before = document.activeElement;
    shown?.showModal();
    // A dialog opens on its first field, and not on the button that closes it.
    shown?.querySelector<HTMLElement>("input, select, textarea")?.focus();
    return () => {
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
