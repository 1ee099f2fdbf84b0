import type { ThumbIcon } from './admin-areas.ts';

const drawings: Record<ThumbIcon, string> = {
  today:
    'M12 3v2M12 19v2M3 12h2M19 12h2M5.6 5.6l1.4 1.4M17 17l1.4 1.4M5.6 18.4L7 17M17 7l1.4-1.4M12 8a4 4 0 1 1 0 8a4 4 0 1 1 0-8',
  bookings: 'M4 6h16v14H4zM4 10h16M8 3v4M16 3v4M8 14h3M8 17h6',
  new: 'M12 5v14M5 12h14',
  customers:
    'M9 11a4 4 0 1 0 0-8a4 4 0 1 0 0 8M2 20.500c0-3.500 3-6 7-6s7 2.500 7 6M16 4a3.500 3.500 0 0 1 0 7M18.500 15c2 .8 3.500 2.700 3.500 5.500',
  money:
    'M12 3v18M16.5 7.5C16 6 14.3 5.5 12 5.5c-2.600 0-4.500 1-4.500 3.100C7.500 13 16.500 10.800 16.500 15.300c0 2.200-2 3.200-4.500 3.200c-2.400 0-4.200-.8-4.700-2.500',
  more: 'M5 12h.01M12 12h.01M19 12h.01',
};

/** Beside the word that says the same. */
export function AdminIcon({ icon }: { icon: ThumbIcon }) {
  return (
    <svg viewBox="0 0 24 24" className="size-6" aria-hidden="true">
      <path
        d={drawings[icon]}
        fill="none"
        stroke="currentColor"
        strokeWidth={icon === 'more' ? 3 : 1.75}
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
