import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Button } from '@/components/ui/button.tsx';
import { Spinner } from '@/components/ui/spinner.tsx';
import { callFunction } from '@/lib/call-function.ts';
import { logFailure } from '@/lib/log-failure.ts';
import { pickedTime } from '@contracts/picked-time.ts';
import { readMessage } from './read-message.ts';
import { embedPage, type Person } from './scheduling-page.ts';

const frameHeight = 800;

type ExternalSchedulerProps = {
  address: string;
  person: Person;
  serviceName: string;
  /** `startsAt` is an instant, or null when the page does not say when. */
  onPicked: (startsAt: string | null) => void;
};

/** Another company's scheduling page inside ours. It is believed about the time, and about nothing else. */
export default function ExternalScheduler({
  address,
  person,
  serviceName,
  onPicked,
}: ExternalSchedulerProps) {
  const frameRef = useRef<HTMLIFrameElement>(null);
  const [height, setHeight] = useState(frameHeight);
  // Kept from the first render: a new address would throw away what was picked inside.
  const [page] = useState(() => embedPage(address, person, window.location.hostname));

  const [isReading, setIsReading] = useState(false);

  /** The page says when, or the server reads it from the page's company; otherwise the customer is asked. */
  function picked({ startsAt, event }: { startsAt: string | null; event?: string }) {
    if (startsAt !== null || event === undefined) {
      onPicked(startsAt);
      return;
    }
    setIsReading(true);
    void startOf(event).then(onPicked);
  }

  const onMessage = useEffectEvent((event: MessageEvent) => {
    const frame = frameRef.current?.contentWindow;
    if (!frame || event.source !== frame || event.origin !== page.origin) return;
    const message = readMessage(event.data);
    if (message?.type === 'picked') picked(message);
    if (message?.type === 'height') setHeight(Math.max(frameHeight, message.pixels));
    if (message?.type === 'ready') {
      frame.postMessage({ originator: 'CAL', method: 'parentKnowsIframeReady' }, page.origin);
    }
  });

  useEffect(() => {
    const listener = (event: MessageEvent) => onMessage(event);
    window.addEventListener('message', listener);
    return () => window.removeEventListener('message', listener);
  }, []);

  return (
    <div>
      <iframe
        ref={frameRef}
        name={page.frameName}
        src={page.src}
        title={`Pick a time for ${serviceName}`}
        style={{ height }}
        sandbox="allow-scripts allow-same-origin allow-forms allow-popups"
        className="w-full border border-hairline bg-ivory"
      />
      {isReading && <Spinner label="Reading your time" className="mt-6" />}
      <div className="mt-6 flex flex-wrap items-center gap-4">
        <p className="text-ink-soft">Chose a time, but nothing happened?</p>
        <Button variant="secondary" onClick={() => onPicked(null)}>
          I have picked my time
        </Button>
      </div>
    </div>
  );
}

/** When an event of the external page starts; null when the server cannot read it. */
async function startOf(event: string): Promise<string | null> {
  try {
    return (await callFunction(pickedTime, { event })).startsAt;
  } catch (error) {
    logFailure('The time picked on the scheduling page could not be read', error);
    return null;
  }
}
