import type { CarOfDay } from '@contracts/dashboard.ts';

type Place = Pick<CarOfDay, 'address' | 'city' | 'province' | 'postal_code'>;

/** "12 King St E, Caledon" */
export const shortAddress = ({ address, city }: Place): string => `${address}, ${city}`;

/** Opens the way there in whatever shows maps on the device. */
export function mapLink({ address, city, province, postal_code: code }: Place): string {
  const query = `${address}, ${city}, ${province} ${code}`;
  return `https://www.google.com/maps/search/?${new URLSearchParams({ api: '1', query }).toString()}`;
}
