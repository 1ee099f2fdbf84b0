import { createElement, lazy, useState, type ComponentType } from 'react';

const lastReloadKey = 'reloaded-for-new-version';
const patienceMs = 10_000;

/**
 * A screen that is loaded when it is first shown. If its file is gone, because a new version has replaced the one that
 * this page came from, the page is reloaded once. If that doesn't help, the error is shown.
 */
export const lateScreen = <Props>(load: () => Promise<{ default: ComponentType<Props> }>) =>
  lazy(() => load().catch(reloadPage));

/**
 * Loads a part that somebody wants on the screen where they are. If its file is gone, the page is reloaded once and
 * what was typed stays. Without a connection it rejects, and the page stays.
 */
export async function loadFile<Loaded>(load: () => Promise<Loaded>): Promise<Loaded> {
  try {
    return await load();
  } catch (error) {
    const site = await fetch(location.href, { method: 'HEAD', cache: 'no-store' }).catch(
      () => null,
    );
    if (!site?.ok) throw error;
    return reloadPage(error);
  }
}

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

function reloadPage(error: unknown): Promise<never> {
  try {
    if (Date.now() - Number(sessionStorage.getItem(lastReloadKey)) < patienceMs) throw error;
    sessionStorage.setItem(lastReloadKey, String(Date.now()));
  } catch {
    throw error; // Without storage it might reload forever.
  }
  // What was typed is kept (keep-typed.ts), and a form with changes doesn't ask (use-leave-question.ts).
  dispatchEvent(new Event('app-reloads'));
  location.reload();
  return new Promise(() => {}); // The placeholder stays until the page goes.
}

/** What joins a screen that is whole without it: when it cannot be fetched, it is left out. */
export const latePart = (load: () => Promise<{ default: ComponentType }>) =>
  lazy<ComponentType>(() => load().catch(() => ({ default: () => null })));

/** The fields of a prerendered page that the app draws again instead of taking it over (keep-typed.ts). */
export const earlyFields: HTMLInputElement[] = [];
