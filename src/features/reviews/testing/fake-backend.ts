import { vi } from 'vitest';

type StoredReview = {
  id: string;
  customer_name: string;
  rating: number;
  comment: string | null;
  photo_url: string | null;
  created_at: string;
};

/** The backend as the browser sees it: approved reviews, one booking, and what was handed in. */
export function startFakeBackend(reviews: StoredReview[] = []) {
  const backend = {
    reviews,
    isDown: false,
    booking: { id: '3f8a6e9c-0000-4000-8000-000000000001', customer_name: 'Alex Roy' },
    /** What an insert is answered with. */
    refusal: null as { status: number; message: string } | null,
    reads: [] as URL[],
    bookingHeaders: [] as (string | null)[],
    received: [] as unknown[],
  };
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(input, init);
    if (backend.isDown) throw new TypeError('Failed to fetch');
    const url = new URL(request.url);
    if (url.pathname === '/rest/v1/bookings') {
      backend.bookingHeaders.push(request.headers.get('x-booking-id'));
      return url.searchParams.get('id') === `eq.${backend.booking.id}`
        ? Response.json(backend.booking)
        : Response.json({ code: 'PGRST116', message: 'No rows' }, { status: 406 });
    }
    if (request.method === 'GET') {
      backend.reads.push(url);
      return Response.json(pageOf(url, backend.reviews));
    }
    backend.received.push(await request.json());
    const { refusal } = backend;
    if (!refusal) return new Response(null, { status: 201 });
    return Response.json({ message: refusal.message }, { status: refusal.status });
  });
  return backend;
}

function pageOf(url: URL, reviews: StoredReview[]): StoredReview[] {
  const before = url.searchParams.get('created_at')?.replace('lt.', '') ?? '9';
  const limit = Number(url.searchParams.get('limit') ?? reviews.length);
  return reviews.filter((review) => review.created_at < before).slice(0, limit);
}

/** So many reviews, newest first, a minute apart. */
export function storedReviews(count: number): StoredReview[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `review-${index}`,
    customer_name: `Customer ${index}`,
    rating: 5 - (index % 3),
    comment: `Comment ${index}`,
    photo_url: null,
    created_at: new Date(Date.UTC(2026, 9, 20, 12, -index)).toISOString(),
  }));
}
