import { useEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';
import { business } from '@domain/business.ts';

let lastPathname: string | null = null;

/**
 * Names the document, and after a navigation moves the view to the top and the focus to the
 * page's heading, so that a screen reader hears where it is. The very first page is left alone:
 * there the browser starts reading from the top by itself.
 */
export function usePageArrival(title: string) {
  const headingRef = useRef<HTMLHeadingElement>(null);
  const { pathname } = useLocation();
  const navigationType = useNavigationType();

  useEffect(() => {
    document.title = title ? `${title} · ${business.name}` : business.name;
  }, [title]);

  useEffect(() => {
    const isFirstPage = lastPathname === null;
    const isSamePage = lastPathname === pathname;
    lastPathname = pathname;
    if (isFirstPage || isSamePage) return;
    headingRef.current?.focus({ preventScroll: true });
    // Going back, the browser restores the place it left.
    if (navigationType !== NavigationType.Pop) window.scrollTo(0, 0);
  }, [pathname, navigationType]);

  return headingRef;
}
