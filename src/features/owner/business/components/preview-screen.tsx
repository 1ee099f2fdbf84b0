import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode, useRef, type MouseEvent } from 'react';
import { createPortal } from 'react-dom';
import { documentTitle } from '@/config/page-heads.ts';
import { useBusiness } from '@/lib/business.ts';
import type { Business } from '@domain/business/business.ts';
import { businessPageQuery } from '../api/business-page.ts';
import { BusinessFrame } from './business-frame.tsx';

type PreviewScreenProps = {
  /** A customers' page of this business. */
  pageOf: (page: PreviewPage, business: Business) => ReactNode;
};

export type PreviewPage = keyof typeof pages;

const pages = { home: 'Home page', schedule: 'Schedule' } as const;

const screens = {
  phone: { label: 'Phone', width: 390, height: 760 },
  desktop: { label: 'Desktop', width: 1280, height: 860 },
} as const;

type Screen = keyof typeof screens;

/** The home page and the schedule as they are once the draft is published. Only this screen has them. */
export function PreviewScreen({ pageOf }: PreviewScreenProps) {
  const [screen, setScreen] = useState<Screen>('phone');
  const [page, setPage] = useState<PreviewPage>('home');
  const { label, width, height } = screens[screen];
  const draft = useQuery(businessPageQuery).data?.draft;
  return (
    <BusinessFrame
      heading="Preview"
      lead={
        draft === null
          ? 'Your site as customers see it. There are no unpublished changes.'
          : 'Your site with the unpublished changes. Customers don’t see this yet.'
      }
    >
      {(business) => (
        <>
          <fieldset className="preview-choice">
            <legend className="sr-only">Page</legend>
            {(Object.keys(pages) as PreviewPage[]).map((name) => (
              <label key={name}>
                <input
                  type="radio"
                  name="page"
                  checked={name === page}
                  onChange={() => setPage(name)}
                />
                {pages[name]}
              </label>
            ))}
          </fieldset>
          <fieldset className="preview-choice">
            <legend className="sr-only">Screen</legend>
            {(Object.keys(screens) as Screen[]).map((name) => (
              <label key={name}>
                <input
                  type="radio"
                  name="screen"
                  checked={name === screen}
                  onChange={() => setScreen(name)}
                />
                {screens[name].label}
              </label>
            ))}
          </fieldset>
          <PreviewFrame
            key={`${page} ${screen}`}
            title={`${pages[page]} on a ${label.toLowerCase()}`}
            width={width}
            height={height}
          >
            {pageOf(page, business)}
            <KeepTitle />
          </PreviewFrame>
        </>
      )}
    </BusinessFrame>
  );
}

/** Stands after the home page, which names the document. */
function KeepTitle() {
  const { facts } = useBusiness();
  useEffect(() => {
    document.title = documentTitle('Preview', facts);
  }, [facts]);
  return null;
}

type PreviewFrameProps = {
  title: string;
  /** Pixels of the screen that the page is drawn for. */
  width: number;
  height: number;
  children: ReactNode;
};

const emptyPage = '<!doctype html><html lang="en"><head></head><body></body></html>';

/**
 * Draws a page into a frame, whose width the page's styles follow. The frame loads nothing: no address shows the draft.
 * Its links lead nowhere.
 */
function PreviewFrame({ title, width, height, children }: PreviewFrameProps) {
  const stage = useRef<HTMLDivElement>(null);
  const [body, setBody] = useState<HTMLElement | null>(null);
  const scale = useScale(stage, width);
  return (
    <div ref={stage} className="preview-stage" style={{ height: height * scale }}>
      <iframe
        title={title}
        srcDoc={emptyPage}
        width={width}
        height={height}
        style={{ width, height, transform: `scale(${scale})` }}
        onLoad={({ currentTarget: { contentDocument } }) => {
          if (!contentDocument) return;
          copyStyles(contentDocument);
          setBody(contentDocument.body);
        }}
      />
      {body && createPortal(<div onClickCapture={stayHere}>{children}</div>, body)}
    </div>
  );
}

function copyStyles(target: Document) {
  for (const sheet of document.head.querySelectorAll('link[rel="stylesheet"], style')) {
    target.head.append(target.importNode(sheet, true));
  }
}

function stayHere(event: MouseEvent) {
  // A node of the frame is no `Element` of this window.
  const isLink = (event.target as Element).closest('a') !== null;
  if (!isLink) return;
  event.preventDefault();
  event.stopPropagation();
}

/** How far a page of this width shrinks to fit the stage. */
function useScale(stage: { current: HTMLElement | null }, width: number) {
  const [room, setRoom] = useState(width);
  useEffect(() => {
    if (!stage.current) return;
    const observer = new ResizeObserver(([entry]) => entry && setRoom(entry.contentRect.width));
    observer.observe(stage.current);
    return () => observer.disconnect();
  }, [stage]);
  return Math.min(1, room / width);
}
