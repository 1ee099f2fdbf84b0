/** Every address that customers come to, in one place. */
export const paths = {
  home: '/',
  gallery: '/gallery',
  reviews: '/reviews',
  leaveReview: '/leave-review',
  contact: '/contact',
  login: '/login',
  myBookings: '/my-bookings',
  schedule: '/schedule',
  checkout: '/checkout',
  bookingConfirmation: '/booking-confirmation',
  reschedule: '/reschedule/:bookingId',
  admin: '/admin',
  crew: '/crew',
  account: '/account',
} as const;
