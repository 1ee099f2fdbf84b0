import { addDays } from '@domain/time/schedule.ts';

/** Every address of the administrators' side; apart from the others, since no customer loads it. */
export const adminPaths = {
  dashboard: '/admin',
  unsent: '/admin/to-send',
  bookings: '/admin/bookings',
  newBooking: '/admin/bookings/new',
  booking: '/admin/bookings/:bookingId',
  visit: '/admin/visits/:calendarUid',
  receipt: '/admin/bookings/:bookingId/receipt',
  time: '/admin/time',
  travel: '/admin/travel',
  crews: '/admin/crews',
  route: '/admin/route',
  rainDay: '/admin/rain-day',
  waitingList: '/admin/waiting-list',
  money: '/admin/money',
  reports: '/admin/reports',
  mileage: '/admin/mileage',
  payments: '/admin/payments',
  customers: '/admin/customers',
  customer: '/admin/customers/:email',
  phoneCustomer: '/admin/phone-customers',
  inquiries: '/admin/inquiries',
  inquiry: '/admin/inquiries/:inquiryId',
  mailSettings: '/admin/mail',
  texts: '/admin/texts',
  websiteTexts: '/admin/website-texts',
  calendarFeed: '/admin/calendar-feed',
  records: '/admin/records',
  templates: '/admin/templates',
  newTemplate: '/admin/templates/new',
  template: '/admin/templates/:templateId',
  gallery: '/admin/gallery',
  reviews: '/admin/reviews',
  services: '/admin/services',
  vehicleClasses: '/admin/services/classes',
  addOns: '/admin/services/add-ons',
  rules: '/admin/rules',
  coupons: '/admin/coupons',
  business: '/admin/business',
  businessHistory: '/admin/business/history',
  businessPreview: '/admin/business/preview',
  account: '/admin/account',
} as const;

export const adminMovePath = (bookingId: string): string =>
  `${adminBookingPath(bookingId)}?form=move`;

export const adminBookingPath = (bookingId: string): string =>
  adminPaths.booking.replace(':bookingId', encodeURIComponent(bookingId));

/** A phone booking with the customer, car, address and service of a booking. */
export const bookAgainPath = (bookingId: string): string =>
  `${adminPaths.newBooking}?again=${encodeURIComponent(bookingId)}`;

/** The booking with its payment form open. */
export const adminPaymentPath = (bookingId: string): string =>
  `${adminBookingPath(bookingId)}?form=payment`;

export const adminReceiptPath = (bookingId: string): string =>
  adminPaths.receipt.replace(':bookingId', encodeURIComponent(bookingId));

export const adminCustomerPath = (email: string): string =>
  adminPaths.customer.replace(':email', encodeURIComponent(email));

export const adminPhoneCustomerPath = (phone: string, name: string): string =>
  `${adminPaths.phoneCustomer}?${new URLSearchParams({ phone, name }).toString()}`;

export const adminInquiryPath = (inquiryId: string): string =>
  adminPaths.inquiry.replace(':inquiryId', encodeURIComponent(inquiryId));

export const adminTemplatePath = (templateId: string): string =>
  adminPaths.template.replace(':templateId', encodeURIComponent(templateId));

/** The list of past visits with a balance due. `today` is a local date. */
export const unpaidVisitsPath = (today: string): string =>
  `${adminPaths.bookings}?view=list&status=due&until=${addDays(today, -1)}`;
