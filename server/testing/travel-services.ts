import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Reply = (request: IncomingMessage, url: URL) => unknown;

/** What a service answers: JSON, or by itself. */
export type Service = {
  url: string;
  requests: { url: URL; userAgent: string | undefined }[];
  /** Answers from now on; null for JSON by `answer`. */
  fault: ((response: ServerResponse) => void) | null;
  stop: () => Promise<unknown>;
};

async function startService(answer: Reply): Promise<Service> {
  const service: Service = { url: '', requests: [], fault: null, stop: () => Promise.resolve() };
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', service.url);
    service.requests.push({ url, userAgent: request.headers['user-agent'] });
    if (service.fault) {
      service.fault(response);
      return;
    }
    const body = answer(request, url);
    response.statusCode = isRefusal(body) ? 400 : 200;
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(body));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  service.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  service.stop = () => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  };
  return service;
}

const isRefusal = (body: unknown) =>
  typeof body === 'object' && body !== null && 'code' in body && body.code !== 'Ok';

type Point = readonly [longitude: number, latitude: number];
const nowhere: Point = [0, 0];

/**
 * A routing service with OSRM's table: `secondsOf` a way between two coordinates, null without a road; `isOff` says
 * which coordinates are on no road at all.
 */
export const startRouting = (
  secondsOf: (from: Point, to: Point) => number | null,
  isOff: (place: Point) => boolean = () => false,
) =>
  startService((_, { pathname, searchParams }) => {
    const [, list] = /^\/table\/v1\/driving\/([\d.,;-]+)$/.exec(pathname) ?? [];
    const places = (list ?? '').split(';').map((one): Point => {
      const [longitude, latitude, ...more] = one.split(',').map(Number);
      if (longitude === undefined || latitude === undefined || more.length > 0)
        throw new Error(one);
      return [longitude, latitude];
    });
    if (places.length < 2 || places.length > 100) return { code: 'TooBig' };
    if (searchParams.get('annotations') !== 'duration,distance') return { code: 'InvalidOptions' };
    if (places.some(isOff)) return { code: 'NoSegment', message: 'Could not find a segment' };
    const chosen = (name: string) =>
      (searchParams.get(name) ?? '').split(';').map((index) => places[Number(index)] ?? nowhere);
    const cells = (of: (from: Point, to: Point) => number | null) =>
      chosen('sources').map((from) => chosen('destinations').map((to) => of(from, to)));
    return {
      code: 'Ok',
      durations: cells(secondsOf),
      distances: cells((from, to) => (secondsOf(from, to) ?? 0) * 15),
      sources: [],
      destinations: [],
    };
  });

/** A geocoder with Nominatim's search, which knows these streets. */
export const startGeocoder = (streets: Record<string, Point>) =>
  startService((_, { pathname, searchParams }) => {
    const wanted = { format: 'jsonv2', countrycodes: 'ca', limit: '1' };
    const isFine = Object.entries(wanted).every(
      ([name, value]) => searchParams.get(name) === value,
    );
    if (pathname !== '/search' || !isFine || !searchParams.get('postalcode')) return { code: 400 };
    const found = streets[searchParams.get('street') ?? ''];
    return found ? [{ place_id: 1, lat: String(found[1]), lon: String(found[0]) }] : [];
  });
