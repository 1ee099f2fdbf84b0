import { createElement, lazy, useState, type ComponentType } from 'react';

const lastReloadKey = 'reloaded-for-new-version';
const patienceMs = 10_000;

/**
 * A screen that is fetched when it is first shown. After a new version was put up, a page that is still open asks for
 * parts that are gone: then the page itself is fetched anew, once. If that does not help, the error is shown.
 * For what somebody goes to; a part that joins a screen must not take what was typed there away.
 */
export const lateScreen = <Props>(load: () => Promise<{ default: ComponentType<Props> }>) =>
  lazy(() => load().catch(fetchPageAnew));

/**
 * A late screen that may be fetched before it is shown. It is then shown at once: React would draw a placeholder for a
 * lazy one, and keep it for 300 ms.
 */
export function prefetchedScreen<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
) {
  let loaded: ComponentType<Props> | null = null;
  const prefetch = async () => {
    const screen = await load();
    loaded = screen.default;
    return screen;
  };
  const Late: ComponentType<Props> = lateScreen(prefetch);
  // As long as it is shown it stays the same component, or its state would be lost.
  const Screen = (props: Props) => createElement(useState(() => loaded ?? Late)[0], props);
  return Object.assign(Screen, { prefetch });
}

function fetchPageAnew(error: unknown): Promise<never> {
  try {
    if (Date.now() - Number(sessionStorage.getItem(lastReloadKey)) < patienceMs) throw error;
    sessionStorage.setItem(lastReloadKey, String(Date.now()));
  } catch {
    throw error; // Without a memory it might reload for ever.
  }
  location.reload();
  return new Promise(() => {}); // What stands for the screen stays until the page goes.
}

/** What joins a screen that is whole without it: when it cannot be fetched, it is left out. */
export const latePart = (load: () => Promise<{ default: ComponentType }>) =>
  lazy<ComponentType>(() => load().catch(() => ({ default: () => null })));
