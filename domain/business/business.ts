/**
 * What the owner decides about the business: facts, prices, rules and coupons. The published one is an argument of
 * every calculation. All amounts are integer cents, all durations minutes, all rates hundredths of a percent (500 is
 * 5 %). Orders of lists are the orders shown.
 */
export type Business = {
  facts: BusinessFacts;
  tax: TaxRules;
  deposit: DepositRule;
  /** Hours before the appointment until which cancelling refunds everything; 0 to 720. */
  freeCancellationHours: number;
  /** At least one, at most 8. */
  vehicleClasses: readonly VehicleClass[];
  /** At least one visible service. */
  services: readonly Service[];
  addOns: readonly AddOn[];
  coupons: readonly Coupon[];
};

export type BusinessFacts = {
  name: string;
  description: string;
  foundedYear: number;
  /** As shown: "(905) 555-0142". */
  phone: string;
  bookingEmail: string;
  infoEmail: string;
  /** "Caledon, Ontario" */
  location: string;
  /** Review requests must name a postal address. */
  mailingAddress: string;
  serviceArea: string;
  socials: readonly { label: string; href: string }[];
  /** The address of an uploaded picture; null for the drawn logo. */
  logoUrl: string | null;
};

export type TaxRules = {
  /** Added up, each rounded to the cent by itself: GST and a provincial rate, or HST alone. */
  rates: readonly {
    /** "GST (5%)" */
    label: string;
    basisPoints: number;
    /** Shown on receipts; empty when there is none. */
    registrationNumber: string;
  }[];
  /** Whether bookings with a deposit and bookings paid on site carry tax too. */
  coversOnSite: boolean;
};

/** A deposit is never more than the total. */
type DepositRule =
  | { kind: 'amount'; cents: number }
  /** Of the total; rounded to the cent. */
  | { kind: 'percent'; basisPoints: number };

export type VehicleClass = {
  /** Lower-case letters, digits and hyphens, at most 40; never changes. */
  id: string;
  name: string;
};

export type Service = {
  /** As of a vehicle class. */
  id: string;
  name: string;
  /** By vehicle class, each at least 1; before coupon and tax. */
  priceCents: Readonly<Record<string, number>>;
  /** 15 to 720. */
  durationMinutes: number;
  description: string;
  features: readonly string[];
  /** A hidden service can't be booked; standing bookings keep it. */
  isVisible: boolean;
};

export type AddOn = {
  id: string;
  name: string;
  description: string;
  /** By vehicle class; 0 is free. */
  priceCents: Readonly<Record<string, number>>;
  /** Added to the duration of the service; 0 to 240. */
  minutes: number;
  isVisible: boolean;
};

export type Coupon = {
  /** "NEWCUSTOMER20": upper case, without spaces. */
  code: string;
  discount: { kind: 'amount'; cents: number } | { kind: 'percent'; basisPoints: number };
  /** Local days on which bookings may be made with it; null is unlimited. */
  validFrom: string | null;
  validUntil: string | null;
  isFirstVisitOnly: boolean;
  /** Uses by all customers together; null is unlimited. A customer can use a coupon once. */
  maxUses: number | null;
  /** Shown in the home page's banner; at most one coupon. The others are secret. */
  isAdvertised: boolean;
};
