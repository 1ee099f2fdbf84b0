import { earlyFields } from './late.ts';

/** What a field showed: `name` is its name or its label, and `place` counts the fields of that name before it. */
type Typed = { name: string; place: number; value: string };

type TextField = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const typedKey = 'typed-before-reload';
/** For how long a form may take to appear. */
const patienceMs = 20_000;

const notText = 'input:is([type=checkbox],[type=radio],[type=file],[type=hidden])';
const secret = 'input:is([type=password],[autocomplete~=one-time-code])';

/**
 * Keeps what was typed on this page when it reloads itself, and types it again afterwards, and also what was typed into
 * a prerendered form that the app draws again. Passwords, codes and files aren't stored.
 */
export function keepTyped(): void {
  addEventListener('app-reloads', () => {
    const texts = typedIn(document.querySelectorAll(`input:not(${secret}),textarea,select`));
    sessionStorage.setItem(typedKey, JSON.stringify({ path: location.pathname, texts }));
  });
  typeAgain([...typedIn(earlyFields.splice(0)), ...typedBeforeReload()]);
}

/** The fields with their names and places, in their order. */
function named(fields: Iterable<TextField>) {
  const places = new Map<string, number>();
  return [...fields]
    .filter((field) => !field.matches(notText))
    .map((field) => {
      const label = () => field.labels?.[0]?.textContent ?? field.getAttribute('aria-label') ?? '';
      const name = field.name || label();
      const place = places.get(name) ?? 0;
      places.set(name, place + 1);
      return { field, name, place };
    });
}

const typedIn = (fields: Iterable<TextField>): Typed[] =>
  named(fields).flatMap(({ field: { value }, ...where }) =>
    value === '' ? [] : [{ ...where, value }],
  );

function typedBeforeReload(): Typed[] {
  try {
    const stored = sessionStorage.getItem(typedKey);
    if (stored === null) return [];
    sessionStorage.removeItem(typedKey);
    const { path, texts } = JSON.parse(stored) as { path: string; texts: Typed[] };
    return path === location.pathname ? texts : [];
  } catch {
    return [];
  }
}

function typeAgain(typed: Typed[]): void {
  let left = typed;
  if (left.length === 0) return;
  const { pathname } = location;
  const observer = new MutationObserver(fill);
  const stop = setTimeout(() => observer.disconnect(), patienceMs);
  observer.observe(document.body, { childList: true, subtree: true });
  fill();

  function fill() {
    if (location.pathname === pathname) {
      const fields = named(document.querySelectorAll<TextField>('input,textarea,select'));
      for (const { field, name, place } of fields) {
        const its = left.find((one) => one.name === name && one.place === place);
        if (!its || field.disabled) continue;
        left = left.filter((one) => one !== its);
        if (field.value !== its.value) typeInto(field, its.value);
      }
      if (left.length > 0) return;
    }
    clearTimeout(stop);
    observer.disconnect();
  }
}

/** As a keyboard would: React hears of a script's value only if the element's own setter set it. */
function typeInto(field: TextField, value: string) {
  const element = Object.getPrototypeOf(field) as object;
  Object.getOwnPropertyDescriptor(element, 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
  field.dispatchEvent(new Event('change', { bubbles: true }));
}
