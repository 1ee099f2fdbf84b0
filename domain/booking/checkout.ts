import type { SoldAddOn } from './add-ons.ts';
import type { ServiceId, VehicleType } from './catalogue.ts';
import type { PaymentOption, TaxLine } from '../money/pricing.ts';
import type { LocalDate, LocalTime } from '../time/wall-time.ts';

export type CustomerInfo = {
  name: string;
  email: string;
  phone: string;
  address: string;
  city: string;
  /** Two letters, "ON". */
  province: string;
  postalCode: string;
};

/** Every visit is where the car is; the promised state says so. */
export const atTheCustomer = { locationType: 'mobile' } as const;

/** The router state that the booking step passes to the checkout. Amounts are integer cents. */
export type CheckoutState = {
  bookingId: string;
  paymentOption: PaymentOption;
  depositAmount: number;
  /** price − discount − nearby discount + tax + tip */
  totalAmount: number;
  tipAmount: number;
  /** The price of the service and its add-ons before the discount. */
  price: number;
  /** As sold; left out by servers of before. */
  addOns?: readonly SoldAddOn[] | undefined;
  discount: number;
  /** Less because another visit is near; left out by servers of before. */
  nearbyDiscount?: number | undefined;
  taxAmount: number;
  /** The taxes as sold; left out by servers of before. */
  taxLines?: readonly Pick<TaxLine, 'label' | 'cents'>[] | undefined;
  couponCode?: string | null | undefined;
  /** The charge to the card: the total or the deposit. */
  amountDueNow: number;
  serviceName: string;
  serviceId: ServiceId;
  vehicleType: VehicleType;
  carModel: string;
  carYear: number;
  bookingDate: LocalDate;
  bookingTime: LocalTime;
  /** An instant, ISO with Z. */
  holdExpiresAt: string;
  customerInfo: CustomerInfo & typeof atTheCustomer;
};
