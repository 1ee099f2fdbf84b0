import { vi } from 'vitest';
import { FakeUpload } from '@/testing/fake-upload.ts';
import type { ReviewRecord } from '../get-reviews.ts';

type Refusal = { status: number; message: string };

/** The backend as the browser sees it: reviews, one booking, photos, and what was asked and handed in. */
export function startFakeBackend(reviews: ReviewRecord[] = []) {
  const backend = {
    reviews,
    isDown: false,
    booking: { id: '3f8a6e9c-0000-4000-8000-000000000001', customer_name: 'Alex Roy' },
    /** What an insert, a change or a deletion of a review is answered with. */
    refusal: null as Refusal | null,
    /** What the upload or the removal of a photo is answered with. */
    photoRefusal: null as Refusal | null,
    reads: [] as URL[],
    tokens: [] as (string | null)[],
    bookingHeaders: [] as (string | null)[],
    received: [] as unknown[],
    /** Paths in their bucket. */
    uploads: [] as string[],
    removals: [] as string[],
  };
  vi.stubGlobal('XMLHttpRequest', FakeUpload);
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(input, init);
    if (backend.isDown) throw new TypeError('Failed to fetch');
    const url = new URL(request.url);
    if (url.pathname === '/rest/v1/rpc/review_counts')
      return Response.json(countsOf(backend.reviews));
    backend.tokens.push(request.headers.get('authorization'));
    if (url.pathname === '/rest/v1/bookings') return answerBooking(request, url);
    if (url.pathname.startsWith('/storage/v1/')) return answerPhoto(request, url);
    return request.method === 'GET' ? answerPage(url) : answerChange(request, url);
  });

  function answerBooking(request: Request, url: URL) {
    backend.bookingHeaders.push(request.headers.get('x-booking-id'));
    return url.searchParams.get('id') === `eq.${backend.booking.id}`
      ? Response.json(backend.booking)
      : noRows();
  }

  async function answerPhoto(request: Request, url: URL) {
    const { photoRefusal: refused } = backend;
    if (request.method === 'DELETE') {
      const { prefixes } = (await request.json()) as { prefixes: string[] };
      if (!refused) backend.removals.push(...prefixes);
    } else {
      backend.uploads.push(url.pathname.replace('/storage/v1/object/reviews/', ''));
    }
    if (!refused) return Response.json(request.method === 'DELETE' ? [] : { Key: 'stored' });
    const { status, message } = refused;
    return Response.json({ statusCode: String(status), error: 'x', message }, { status: 400 });
  }

  function answerPage(url: URL) {
    backend.reads.push(url);
    const { rows, count } = pageOf(url, backend.reviews);
    return Response.json(rows, { headers: { 'content-range': `0-29/${count}` } });
  }

  async function answerChange(request: Request, url: URL) {
    const { refusal } = backend;
    if (request.method === 'POST') backend.received.push(await request.json());
    if (refusal) return Response.json({ message: refusal.message }, { status: refusal.status });
    if (request.method === 'POST') return new Response(null, { status: 201 });
    if (request.method === 'DELETE' && !url.searchParams.has('id')) {
      const { rows, count } = pageOf(url, backend.reviews);
      backend.reviews = backend.reviews.filter((review) => !rows.includes(review));
      return new Response(null, { status: 204, headers: { 'content-range': `*/${count}` } });
    }
    const meant = backend.reviews.find(({ id }) => url.searchParams.get('id') === `eq.${id}`);
    if (!meant) return noRows();
    if (request.method === 'PATCH') Object.assign(meant, await request.json());
    else backend.reviews = backend.reviews.filter((review) => review !== meant);
    return Response.json({ id: meant.id });
  }

  return backend;
}

const countsOf = (reviews: ReviewRecord[]) =>
  reviews
    .filter((review) => review.is_approved)
    .map(({ service_name: service, rating }) => ({ service, rating, count: 1 }));

const noRows = () => Response.json({ code: 'PGRST116', message: 'No rows' }, { status: 406 });

function pageOf({ searchParams: query }: URL, reviews: ReviewRecord[]) {
  const isApproved = query.get('is_approved');
  const isHeldBack = query.get('is_held_back');
  const service = query.get('service_name');
  const upTo = query.get('created_at')?.replace('lte.', '');
  const chosen = reviews.filter(
    ({ is_approved, is_held_back = false, created_at, service_name }) =>
      (service === null || service === `eq.${service_name}`) &&
      (isApproved === null || isApproved === `eq.${is_approved}`) &&
      (isHeldBack === null || isHeldBack === `eq.${is_held_back}`) &&
      (upTo === undefined || created_at <= upTo),
  );
  const [, after] = /created_at\.lt\."(.*?)"/.exec(query.get('or') ?? '') ?? [];
  const rows = chosen.filter(({ created_at }) => !after || created_at < after);
  return { rows: rows.slice(0, Number(query.get('limit') ?? rows.length)), count: chosen.length };
}

/** So many approved reviews, newest first, a minute apart. */
export function storedReviews(count: number): ReviewRecord[] {
  return Array.from({ length: count }, (_, index) =>
    storedReview({
      id: `review-${index}`,
      customer_name: `Customer ${index}`,
      rating: 5 - (index % 3),
      comment: `Comment ${index}`,
      created_at: new Date(Date.UTC(2026, 9, 20, 12, -index)).toISOString(),
    }),
  );
}

export const storedReview = (change: Partial<ReviewRecord> = {}): ReviewRecord => ({
  id: 'review-0',
  customer_name: 'Priya Nair',
  rating: 5,
  comment: 'Like new.',
  photo_url: null,
  photo_width: null,
  photo_height: null,
  is_approved: true,
  created_at: '2026-10-20T12:00:00.000Z',
  service_name: null,
  reply: null,
  replied_at: null,
  ...change,
});

export const photoUrl = 'http://localhost:3000/storage/v1/object/public/reviews/public/1_car.webp';
