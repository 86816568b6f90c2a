/** Parses a form with Stripe's nested names: `line_items[0][price]`. */
export type FormValue = string | FormValue[] | {[key: string]: FormValue};
export type Form = Record<string, FormValue>;

export function readForm(fields: URLSearchParams): Form {
  const form: Form = {};
  for (const [name, value] of fields) {
    const path = [...name.matchAll(/[^[\]]+|\[\]/g)].map(match => match[0]);
    set(form, path, value);
  }
  return form;
}

function set(into: Form, [key = "", ...rest]: string[], value: string): void {
  if (rest.length === 0) {
    into[key] = value;
    return;
  }
  const held = into[key];
  const inner: Form = typeof held === "object" && !Array.isArray(held) ? held : {};
  into[key] = inner;
  const [next = "", ...others] = rest;
  set(inner, [next === "[]" ? String(Object.keys(inner).length) : next, ...others], value);
}

export function textIn(form: Form, key: string): string | undefined {
  const value = form[key];
  return typeof value === "string" ? value : undefined;
}

export function formIn(form: Form, key: string): Form {
  const value = form[key];
  return typeof value === "object" && !Array.isArray(value) ? value : {};
}

export function textsIn(form: Form, key: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(formIn(form, key)).filter(
      (entry): entry is [string, string] => typeof entry[1] === "string",
    ),
  );
}

/** The members of `a[0]`, `a[1]`, … */
export function formsIn(form: Form, key: string): Form[] {
  const list = formIn(form, key);
  return Object.keys(list).map(index => formIn(list, index));
}
