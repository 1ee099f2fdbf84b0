import * as z from 'zod/mini';
import type { Business } from '../../domain/business/business.ts';
import { functionContract, sqlContract } from './contract.ts';
import { flag, text, whole } from './values.ts';

const cents = whole.check(z.nonnegative());
const amountOrPercent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('amount'), cents }),
  z.object({ kind: z.literal('percent'), basisPoints: cents }),
]);
const priceCents = z.record(text, cents);

/** The business as data; `domain/business/business.ts` documents each field. */
export const businessShape: z.ZodMiniType<Business> = z.object({
  facts: z.object({
    name: text,
    description: text,
    foundedYear: whole,
    phone: text,
    bookingEmail: text,
    infoEmail: text,
    location: text,
    mailingAddress: text,
    serviceArea: text,
    socials: z.array(z.object({ label: text, href: text })),
    logoUrl: z.nullable(text),
  }),
  tax: z.object({
    rates: z.array(z.object({ label: text, basisPoints: cents, registrationNumber: text })),
    coversOnSite: flag,
  }),
  deposit: amountOrPercent,
  freeCancellationHours: cents,
  vehicleClasses: z.array(z.object({ id: text, name: text })),
  services: z.array(
    z.object({
      id: text,
      name: text,
      priceCents,
      durationMinutes: whole.check(z.positive()),
      description: text,
      features: z.array(text),
      isVisible: flag,
    }),
  ),
  addOns: z.array(
    z.object({
      id: text,
      name: text,
      description: text,
      priceCents,
      minutes: cents,
      isVisible: flag,
    }),
  ),
  coupons: z.array(
    z.object({
      code: text,
      discount: amountOrPercent,
      validFrom: z.nullable(text),
      validUntil: z.nullable(text),
      isFirstVisitOnly: flag,
      maxUses: z.nullable(whole),
      isAdvertised: flag,
    }),
  ),
});

const version = z.object({
  version: whole,
  business: businessShape,
  /** Customers are told that the crew arrives within so many minutes from the start on. */
  arrivalWindowMinutes: z._default(cents, 0),
});

export const publishedBusiness = sqlContract('published_business', version);
export const currentBusiness = sqlContract('current_business', version);

const stored = z.object({
  version: whole,
  published: businessShape,
  draft: z.unknown(),
  /** Names this state of the draft when it is saved or published. */
  revision: whole,
  savedAt: z.nullable(text),
  savedBy: z.nullable(text),
});

/**
 * What the owner's screens of the business show. `draft` is null without unpublished changes, and when another program
 * saved something that is no business: then `isDraftUnusable`.
 */
const page = z.pipe(
  stored,
  z.transform(({ draft: saved, ...rest }) => {
    const draft = z.nullable(businessShape).safeParse(saved ?? null);
    return { ...rest, draft: draft.success ? draft.data : null, isDraftUnusable: !draft.success };
  }),
);

export const businessPage = sqlContract('business_page', page);
export const savedBusinessDraft = sqlContract('save_business_draft', page);
export const publishedPage = sqlContract('publish_business', page);

/** The version that was published. */
export const publication = functionContract('publish-business', z.object({ version: whole }));

/** A coupon by its code alone; null when it is unknown. */
export const couponOffer = sqlContract(
  'coupon_offer',
  z.nullable(
    z.object({
      discount: amountOrPercent,
      validFrom: z.nullable(text),
      validUntil: z.nullable(text),
      isUsedUp: flag,
    }),
  ),
);

/** How many bookings used each coupon, by its code. */
export const couponUses = sqlContract('coupon_uses', z.record(text, whole));

export const businessHistory = sqlContract(
  'business_history',
  z.array(
    z.object({
      version: whole,
      publishedAt: text,
      /** An administrator's email address, or System. */
      publishedBy: text,
      changes: z.array(text),
      /** The version that this one restored. */
      restored: z.nullable(whole),
    }),
  ),
);
