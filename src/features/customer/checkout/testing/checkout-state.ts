import type { Checkout } from '../checkout-state.ts';

export const bookingId = '3f2b8c1e-5d4a-4b7e-9c0f-1a2b3c4d5e6f';

/** An SUV, Premium Detailing with the coupon and a tip, paid in full. Fourteen minutes of its hold are left. */
export function aCheckout(change: Partial<Checkout> = {}): Checkout {
  return {
    bookingId,
    paymentOption: 'pay_full_online',
    depositAmount: 2000,
    totalAmount: 11749,
    tipAmount: 1250,
    price: 11999,
    discount: 2000,
    taxAmount: 500,
    amountDueNow: 11749,
    serviceName: 'Premium Detailing',
    serviceId: 'premium-detailing',
    vehicleType: 'suv',
    carModel: 'Mazda CX-5',
    carYear: 2021,
    bookingDate: '2026-12-01',
    bookingTime: '09:00',
    holdExpiresAt: new Date(Date.now() + 14 * 60_000).toISOString(),
    customerInfo: {
      name: 'Alex Tremblay',
      email: 'alex@example.com',
      phone: '+19055550199',
      address: '12 Maple Lane',
      city: 'Caledon',
      province: 'ON',
      postalCode: 'L7C 1A1',
      locationType: 'mobile',
    },
    ...change,
  };
}
