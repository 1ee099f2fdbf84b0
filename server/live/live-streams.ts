import type { LiveTopic } from '../../domain/live-topics.ts';
import { allowed, networksOf } from '../networks.ts';
import type { Hearer, LiveHub } from './live-hub.ts';

type Wanted = {
  topics: ReadonlySet<LiveTopic>;
  /** The unit of the limit. */
  address: string;
  /** Whether it is somebody who is signed in, and whose rights may change. */
  isSignedIn: boolean;
  /** When the permission ends, in epoch milliseconds. */
  endsAt: number;
};

export type LiveLimits = { perAddress: number; inTotal: number };

type Stream = Hearer & { address: string; isSignedIn: boolean; beat: () => void; end: () => void };

const heartbeatMs = 20_000;
/** Unread events: a client this far behind has stopped reading. */
const mostWaiting = 50;

/** The open streams. Each ends when its permission does, or when nobody reads it. */
export function liveStreams(hub: LiveHub, limits: LiveLimits, now: () => number) {
  const streams = new Set<Stream>();
  const heartbeat = setInterval(() => {
    for (const stream of [...streams]) stream.beat();
  }, heartbeatMs);
  heartbeat.unref();

  function opened({ topics, address, isSignedIn, endsAt }: Wanted): ReadableStream<Uint8Array> {
    const encoder = new TextEncoder();
    let stream: Stream;
    const forget = () => {
      streams.delete(stream);
      hub.remove(stream);
    };
    return new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          const end = () => {
            if (!streams.has(stream)) return;
            forget();
            controller.close();
          };
          const say = (text: string) => {
            if (now() >= endsAt || (controller.desiredSize ?? 0) <= 0) end();
            else controller.enqueue(encoder.encode(text));
          };
          stream = {
            topics,
            address,
            isSignedIn,
            end,
            beat: () => say(':\n\n'),
            tell: (heard) => say(`data: ${heard.join(' ')}\n\n`),
          };
          streams.add(stream);
          hub.add(stream);
          say(`: hears ${[...topics].join(' ')}\n\n`);
        },
        cancel: forget,
      },
      { highWaterMark: mostWaiting },
    );
  }

  return {
    open: opened,
    /** The reason why another one may not be opened, if any. */
    refusal: (address: string): 'address' | 'total' | null => {
      if (streams.size >= limits.inTotal) return 'total';
      const open = [...streams].flatMap((stream) => networksOf(stream.address));
      const isFull = networksOf(address).some(
        (one) =>
          open.filter(({ name }) => name === one.name).length >= allowed(limits.perAddress, one),
      );
      return isFull ? 'address' : null;
    },
    count: () => streams.size,
    /** Ends the streams of those who are signed in. They connect again, with the rights that they have then. */
    endOfSignedIn: () => {
      for (const stream of [...streams]) if (stream.isSignedIn) stream.end();
    },
    endAll: () => {
      clearInterval(heartbeat);
      for (const stream of [...streams]) stream.end();
    },
  };
}
