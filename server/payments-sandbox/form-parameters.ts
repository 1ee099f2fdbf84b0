import { invalidRequest } from './stripe-failure.ts';

type FormValue = string | FormValue[] | { [name: string]: FormValue };
export type FormObject = { [name: string]: FormValue };

const namePattern = /^[a-z0-9_]+(\[[^[\]]{0,60}\])*$/i;
const deepest = 5;

/**
 * Reads form-encoded parameters with nested names as the SDK writes them:
 * `metadata[booking_id]=1`, `expand[0]=latest_charge`, `expand[]=latest_charge`.
 */
export function parseForm(text: string): FormObject {
  const root = emptyObject();
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.replaceAll(']', '').split('[');
    if (!namePattern.test(name) || path.length > deepest) {
      throw invalidRequest(`Invalid parameter name: ${name}`, { code: 'parameter_unknown' });
    }
    place(root, path, value);
  }
  return listsFrom(root) as FormObject;
}

// Without a prototype, a parameter named `__proto__` is a name like any other.
const emptyObject = () => Object.create(null) as FormObject;

function place(root: FormObject, path: string[], value: string): void {
  let target = root;
  for (const [depth, step] of path.entries()) {
    const key = step === '' ? String(Object.keys(target).length) : step;
    if (depth === path.length - 1) {
      target[key] = value;
      return;
    }
    const next = target[key];
    target = typeof next === 'object' ? (next as FormObject) : (target[key] = emptyObject());
  }
}

/** Objects whose keys count 0, 1, 2 … are lists. */
function listsFrom(value: FormValue): FormValue {
  if (typeof value !== 'object') return value;
  const entries = Object.entries(value).map(([key, inner]) => [key, listsFrom(inner)] as const);
  const isList = entries.length > 0 && entries.every(([key], index) => key === String(index));
  if (isList) return entries.map(([, inner]) => inner);
  return Object.assign(emptyObject(), Object.fromEntries(entries));
}
