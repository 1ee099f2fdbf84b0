/*
 * The computed styles that tests ask for, whenever they look for what is not hidden: `display`, `visibility` and
 * `pointer-events`. jsdom compares each element with every rule of a browser's own style sheet, which is a quarter of
 * the work of all tests of components. They have no style sheet of their own, so `display` depends on a few
 * attributes, and an element inherits the other two from what it or an ancestor says itself.
 */
const attributesThatCount = ['hidden', 'open', 'style', 'type'];

const kindOf = (element: Element | null): string =>
  JSON.stringify([
    element?.localName,
    attributesThatCount.map((name) => element?.getAttribute(name)),
  ]);

function inherited(element: Element, name: 'pointer-events' | 'visibility', initial: string) {
  for (let one: Element | null = element; one; one = one.parentElement) {
    const own = one.hasAttribute('style') && (one as HTMLElement).style.getPropertyValue(name);
    if (own) return own;
  }
  return initial;
}

type GetComputedStyle = typeof globalThis.getComputedStyle;

/** A `getComputedStyle` that asks `computed` for everything else. */
export function quickStyles(computed: GetComputedStyle): GetComputedStyle {
  const displays = new Map<string, string>();

  function displayOf(element: Element): string {
    const kind = `${kindOf(element)} in ${kindOf(element.parentElement)}`;
    const display = displays.get(kind) ?? computed(element).display;
    displays.set(kind, display);
    return display;
  }

  const pointerEvents = (element: Element) => inherited(element, 'pointer-events', 'auto');
  const quick: Record<string, (element: Element) => string> = {
    display: displayOf,
    visibility: (element) => inherited(element, 'visibility', 'visible'),
    'pointer-events': pointerEvents,
    pointerEvents,
  };

  return (element, pseudoElement) => {
    if (pseudoElement) return computed(element, pseudoElement);
    const valueOf = (name: string) => quick[name]?.(element);
    return new Proxy({} as CSSStyleDeclaration, {
      get(_, name: string): unknown {
        if (name === 'getPropertyValue') {
          return (asked: string) => valueOf(asked) ?? computed(element).getPropertyValue(asked);
        }
        return valueOf(name) ?? Reflect.get(computed(element), name);
      },
    });
  };
}
