import { useEffect, useLayoutEffect, type RefObject } from 'react';

const headings = 'h1, h2, h3';

/**
 * When what has the focus goes away and nothing else takes it, as with a form that closes or a button that is
 * done, the nearest heading around it does: a keyboard would start over at the top, and a screen reader
 * would say nothing. When the whole page goes, its first heading hands the focus on to the next one.
 */
export function useKeptFocus(root: RefObject<HTMLElement | null>) {
  useLayoutEffect(() => {
    const page = root.current;
    return () => {
      if (page?.contains(document.activeElement)) focus(page.querySelector<HTMLElement>('h1'));
    };
  }, [root]);

  useEffect(() => {
    const page = root.current;
    if (!page) return;
    /** What has the focus, and what is around it, from within. */
    let around: Element[] = [];
    const remember = ({ target }: FocusEvent) => (around = withAncestors(target as Element, page));
    // Some browsers tell this of what is being removed, too; that is known only after the removal.
    const forget = () =>
      queueMicrotask(() => {
        if (isThere(around[0]) && around[0] !== document.activeElement) around = [];
      });
    const changes = new MutationObserver(() => {
      if (around.length === 0 || isThere(around[0])) return;
      const heading = around
        .filter((one) => one.isConnected)
        .map((one) => one.querySelector<HTMLElement>(headings))
        .find((one) => one !== null);
      around = [];
      if (isNowhere()) focus(heading ?? null);
    });
    page.addEventListener('focusin', remember);
    page.addEventListener('focusout', forget);
    changes.observe(page, { subtree: true, childList: true, attributeFilter: ['hidden'] });
    return () => {
      changes.disconnect();
      page.removeEventListener('focusin', remember);
      page.removeEventListener('focusout', forget);
    };
  }, [root]);
}

const isThere = (one: Element | undefined): boolean =>
  one !== undefined && one.isConnected && one.closest('[hidden]') === null;

/** A hidden element may keep the focus until the next frame. */
const isNowhere = (): boolean => {
  const { activeElement: active } = document;
  return active === null || active === document.body || !isThere(active);
};

function withAncestors(one: Element, root: Element): Element[] {
  const found = [one];
  for (let next = one.parentElement; next && root.contains(next); next = next.parentElement)
    found.push(next);
  return found;
}

function focus(heading: HTMLElement | null) {
  if (!heading) return;
  if (!heading.hasAttribute('tabindex')) heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}
