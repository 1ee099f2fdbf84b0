import type { ServiceId, VehicleType } from './catalogue.ts';
import type { PaymentOption } from '../money/pricing.ts';
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
  locationType: 'mobile';
};

/** The router state that the booking step passes to the checkout. Amounts are integer cents. */
export type CheckoutState = {
  bookingId: string;
  paymentOption: PaymentOption;
  depositAmount: number;
  /** price − discount + tax + tip */
  totalAmount: number;
  tipAmount: number;
  /** The price of the service before the discount. */
  price: number;
  discount: number;
  taxAmount: number;
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
  customerInfo: CustomerInfo;
};
