import type { BusinessFacts } from './business.ts';

const ownPicture = /^(?:https?:\/\/[^/]+)?\/storage\/v1\/object\/public\//;

/** The uploaded logo; null for the drawn one. A page loads pictures from the storage only. */
export const logoOf = ({ logoUrl }: Pick<BusinessFacts, 'logoUrl'>): string | null =>
  logoUrl !== null && ownPicture.test(logoUrl) ? logoUrl : null;

/** "(905) 555-0142" -> "tel:+19055550142". Every page needs it, so it brings nothing along. */
export function phoneHref({ phone }: Pick<BusinessFacts, 'phone'>): string {
  const digits = phone.replace(/\D/g, '');
  return `tel:+${digits.length === 10 ? '1' : ''}${digits}`;
}
