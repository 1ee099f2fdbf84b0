import type { Service } from '@domain/booking/catalogue.ts';
import type { DetailsInput } from '@domain/booking/details.ts';
import type { InquiryDraft } from '@/entities/inquiry/inquiry-draft.ts';
import type { Start } from './use-chosen-time.ts';
import { toldStart } from '@/lib/told-times.ts';

type OutsideRequest = {
  service: Service;
  /** "Sedan" */
  vehicle: string;
  start: Start | null;
  /** As typed so far. */
  details: DetailsInput;
  /** "L9W 2X1" */
  postalCode: string;
};

/** The inquiry that a customer outside the area would send to ask for a visit. */
export function outsideInquiry({
  service,
  vehicle,
  start,
  details,
  postalCode,
}: OutsideRequest): InquiryDraft {
  const { name, email, phone, carModel, carYear, address, city, province } = details;
  const when = start ? ` on ${toldStart(start)}` : '';
  const street = together(address, city);
  const place = street ? `${street}, ${province} ${postalCode}` : postalCode;
  const lines = [
    `I would like to book ${service.name} (${vehicle})${when}, and my postal code is outside your area. Could you still come?`,
    `Address: ${place}`,
    line('Car', together(carModel, carYear)),
    line('Phone', phone.trim()),
  ];
  return {
    name,
    email,
    subject: `Do you come to ${postalCode}?`,
    message: ['Hello,', lines.filter(Boolean).join('\n')].join('\n\n'),
  };
}

const together = (...words: string[]): string =>
  words
    .map((word) => word.trim())
    .filter(Boolean)
    .join(', ');

const line = (label: string, text: string): string => text && `${label}: ${text}`;
