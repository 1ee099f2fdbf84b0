import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation } from '@/lib/location.tsx';
import { documentTitle } from '@/config/page-heads.ts';
import { useBusiness } from '@/lib/business.ts';

let lastPathname: string | null = null;
/** Whether the heading that has just gone had the focus: then the one in its place takes it. */
let hadFocus = false;

/**
 * Names the document, and after a navigation moves the focus to the page's heading, so that a screen reader hears
 * where it is. The very first page is left alone: there the browser starts reading from the top by itself.
 */
export function usePageArrival(title: string) {
  const headingRef = useRef<HTMLHeadingElement>(null);
  const { pathname } = useLocation();
  const { facts } = useBusiness();

  useEffect(() => {
    document.title = documentTitle(title, facts);
  }, [title, facts]);

  useLayoutEffect(() => {
    const heading = headingRef.current;
    return () => {
      hadFocus = document.activeElement === heading;
    };
  }, []);

  useEffect(() => {
    const isNewPage = lastPathname !== null && lastPathname !== pathname;
    const takesFocus = isNewPage || hadFocus;
    lastPathname = pathname;
    hadFocus = false;
    if (takesFocus) headingRef.current?.focus({ preventScroll: true });
  }, [pathname]);

  return headingRef;
}
