/** Addresses behind the links of mails; apart from the others, since they are only ever followed from there. */
export const offerPaths = {
  rain: '/rain',
  swap: '/swap',
  waitingList: '/waiting-list',
  unsubscribe: '/unsubscribe',
  pay: '/pay',
  visit: '/visit/:token',
  carPhotos: '/car-photos',
} as const;
