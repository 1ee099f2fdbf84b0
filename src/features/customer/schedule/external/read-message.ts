/** What an embedded page may tell us. Never anything about money. */
export type PageMessage =
  /** A booking was made; `startsAt` (an instant) when the page reports it, or else the address of its event. */
  | { type: 'picked'; startsAt: string | null; event?: string }
  | { type: 'height'; pixels: number }
  /** Cal.com keeps its page hidden until the surrounding page has answered this. */
  | { type: 'ready' };

/** Understands Calendly's and Cal.com's messages; anything else is null. */
export function readMessage(data: unknown): PageMessage | null {
  if (!isRecord(data)) return null;
  if (typeof data['event'] === 'string') return readCalendly(data['event'], data['payload']);
  if (typeof data['type'] === 'string') return readCalCom(data['type'], data['data']);
  return null;
}

function readCalendly(event: string, payload: unknown): PageMessage | null {
  if (event === 'calendly.event_scheduled') {
    const uri = eventOf(payload);
    return { type: 'picked', startsAt: null, ...(uri !== null && { event: uri }) };
  }
  if (event !== 'calendly.page_height' || !isRecord(payload)) return null;
  const pixels = Number.parseInt(String(payload['height']), 10);
  return Number.isFinite(pixels) ? { type: 'height', pixels } : null;
}

function readCalCom(type: string, data: unknown): PageMessage | null {
  if (type === '__iframeReady') return { type: 'ready' };
  if (type !== 'bookingSuccessfulV2' || !isRecord(data)) return null;
  return { type: 'picked', startsAt: readInstant(data['startTime']) };
}

/** The address that the server reads the event at; null when the message names none. */
function eventOf(payload: unknown): string | null {
  const event = isRecord(payload) ? payload['event'] : null;
  const uri = isRecord(event) ? event['uri'] : null;
  return typeof uri === 'string' && uri.startsWith('https://') ? uri : null;
}

/** Without an offset a time could be anybody's: then it counts as not told. */
function readInstant(value: unknown): string | null {
  if (typeof value !== 'string' || !/(?:Z|[+-]\d\d:?\d\d)$/.test(value)) return null;
  const instant = new Date(value);
  return Number.isNaN(instant.getTime()) ? null : instant.toISOString();
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
