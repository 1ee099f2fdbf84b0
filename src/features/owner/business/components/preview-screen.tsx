import { useEffect, useState, type ReactNode } from 'react';
import type { Business } from '@domain/business/business.ts';
import { documentTitle } from '@/config/page-heads.ts';
import { useBusiness } from '@/lib/business.ts';
import { BusinessFrame } from './business-frame.tsx';
import { PreviewFrame } from './preview-frame.tsx';

type PreviewScreenProps = {
  /** The customers' home page of this business. */
  homeOf: (business: Business) => ReactNode;
};

const screens = {
  phone: { label: 'Phone', width: 390, height: 760 },
  desktop: { label: 'Desktop', width: 1280, height: 860 },
} as const;

type Screen = keyof typeof screens;

/** The home page as it is once the draft is published. Only this screen has it. */
export function PreviewScreen({ homeOf }: PreviewScreenProps) {
  const [screen, setScreen] = useState<Screen>('phone');
  const { label, width, height } = screens[screen];
  return (
    <BusinessFrame
      heading="Preview"
      lead="Your home page with the unpublished changes. Customers don’t see this yet."
    >
      {(business) => (
        <>
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
            key={screen}
            title={`Home page on a ${label.toLowerCase()}`}
            width={width}
            height={height}
          >
            {homeOf(business)}
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
