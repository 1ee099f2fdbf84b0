import { vi } from 'vitest';

type Handler = (event: unknown) => void;

// The loader keeps the function it found first, so it stays the same from test to test.
let provider: object = {};
const Stripe = Object.assign(() => provider, { version: 'endive' });

/** What the provider's script leaves behind in the window, as far as its React components look at it. */
export function installFakeStripe() {
  const created: { type: string; options: unknown }[] = [];
  const elementsOptions: unknown[] = [];
  const focused: string[] = [];
  const confirmPayment = vi.fn();

  const createElement = (type: string, options: unknown) => {
    created.push({ type, options });
    const handlers: Record<string, Handler> = {};
    let place: HTMLElement | null = null;
    return {
      mount: (node: HTMLElement) => {
        place = node;
        node.textContent = `Fields of the provider: ${type}`;
        queueMicrotask(() => handlers['ready']?.({ elementType: type }));
      },
      on: (event: string, handler: Handler) => (handlers[event] = handler),
      once: (event: string, handler: Handler) => (handlers[event] = handler),
      off: () => undefined,
      update: () => undefined,
      unmount: () => undefined,
      destroy: () => place?.replaceChildren(),
    };
  };

  provider = {
    elements: (options: unknown) => {
      elementsOptions.push(options);
      return {
        create: createElement,
        getElement: (type: string) => ({ focus: () => focused.push(type) }),
        update: () => undefined,
        submit: () => Promise.resolve({}),
      };
    },
    createToken: vi.fn(),
    createPaymentMethod: vi.fn(),
    confirmCardPayment: vi.fn(),
    confirmPayment,
    _registerWrapper: vi.fn(),
    registerAppInfo: vi.fn(),
  };
  vi.stubGlobal('Stripe', Stripe);
  return { created, focused, elementsOptions, confirmPayment };
}
