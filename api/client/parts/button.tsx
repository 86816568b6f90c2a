import type {ComponentChildren} from "preact";

interface ButtonProps {
  children: ComponentChildren;
  onClick?: (event: MouseEvent) => void;
  /** `act` for the main action, `danger` for what cannot be undone, `quiet` for a minor action. */
  look?: "act" | "danger" | "quiet";
  type?: "button" | "submit";
  /** While true, presses are ignored. The button stays focusable, unlike a disabled one. */
  busy?: boolean;
  /** The reason why the button cannot be pressed, shown as its title. */
  unavailable?: string | undefined;
  label?: string;
  pressed?: boolean;
}

export function Button({
  children,
  onClick,
  look,
  type = "button",
  busy = false,
  unavailable,
  label,
  pressed,
}: ButtonProps) {
  const isOff = busy || unavailable !== undefined;
  const press = (event: MouseEvent) => {
    if (isOff) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      type={type}
      class={`button ${look ?? ""}`}
      aria-disabled={isOff}
      aria-busy={busy}
      onClick={press}
      {...(unavailable === undefined ? {} : {title: unavailable})}
      {...(label === undefined ? {} : {"aria-label": label})}
      {...(pressed === undefined ? {} : {"aria-pressed": pressed})}
    >
      {children}
    </button>
  );
}

/** A link that looks like a button. */
export function LinkButton({
  href,
  children,
  look,
}: {
  href: string;
  children: ComponentChildren;
  look?: "act";
}) {
  return (
    <a class={`button ${look ?? ""}`} href={href}>
      {children}
    </a>
  );
}
