import { earlyFields } from './late.ts';

type TextField = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** The values of fields by their name or label, each with its number among those of that name. */
type Typed = Record<string, string>;

const typedKey = 'typed-before-reload';
const fields =
  ':is(input:not([type=checkbox],[type=radio],[type=file],[type=hidden]),textarea,select)';
const notSecret = ':not([type=password],[autocomplete~=one-time-code])';

/**
 * Keeps what was typed on this page when it reloads itself, and types it again afterwards, and also what was typed into
 * a prerendered form that the app draws again. Passwords, codes and files aren't stored.
 */
export function keepTyped(): void {
  addEventListener('app-reloads', () => {
    const typed = typedIn(document.querySelectorAll(fields + notSecret));
    sessionStorage.setItem(typedKey, JSON.stringify([location.pathname, typed]));
  });
  typeAgain({ ...typedIn(earlyFields.splice(0)), ...typedBeforeReload() });
}

function named(found: Iterable<TextField>): [string, TextField][] {
  const counts: Record<string, number> = {};
  return [...found].map((field) => {
    const name = field.name || (field.labels?.[0]?.textContent ?? '');
    counts[name] = (counts[name] ?? 0) + 1;
    return [name + counts[name], field];
  });
}

const typedIn = (found: Iterable<TextField>) =>
  Object.fromEntries<string>(
    named(found)
      .map(([name, { value }]) => [name, value] as const)
      .filter(([, value]) => value !== ''),
  );

function typedBeforeReload(): Typed {
  try {
    const [path, typed] = JSON.parse(sessionStorage.getItem(typedKey) ?? '[]') as [string?, Typed?];
    sessionStorage.removeItem(typedKey);
    return path === location.pathname && typed ? typed : {};
  } catch {
    return {};
  }
}

/** As soon as the fields are there, as long as the page is the same. */
function typeAgain(left: Typed): void {
  const { pathname } = location;
  const observer = new MutationObserver(fill);
  observer.observe(document.body, { childList: true, subtree: true });
  fill();

  function fill() {
    const isOver = Object.keys(left).length === 0 || location.pathname !== pathname;
    if (isOver) observer.disconnect();
    else
      for (const [name, field] of named(document.querySelectorAll(fields))) {
        const value = left[name];
        if (value === undefined || field.disabled) continue;
        Reflect.deleteProperty(left, name);
        if (field.value === value) continue;
        // As a keyboard would: React hears of a value only if the element's own setter set it.
        Reflect.set(Object.getPrototypeOf(field) as object, 'value', value, field);
        for (const type of ['input', 'change'])
          field.dispatchEvent(new Event(type, { bubbles: true }));
      }
  }
}
