import { useEffect, useState, type ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { Business } from '@domain/business/business.ts';
import { documentTitle } from '@/config/page-heads.ts';
import { useBusiness } from '@/lib/business.ts';
import { businessPageQuery } from '../api/business-page.ts';
import { BusinessFrame } from './business-frame.tsx';
import { PreviewFrame } from './preview-frame.tsx';

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
