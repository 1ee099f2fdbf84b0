import type { Business } from './business.ts';

/** The business of a new database. The contact data are placeholders (a reserved phone number, an example domain). */
export const defaultBusiness: Business = {
  facts: {
    name: 'Lustre Mobile Detailing',
    description:
      'A detailing studio that comes to you: hand washing, deep interior care and lasting protection, ' +
      'in your own driveway.',
    foundedYear: 2024,
    phone: '(905) 555-0142',
    bookingEmail: 'bookings@lustre.example',
    infoEmail: 'info@lustre.example',
    location: 'Caledon, Ontario',
    mailingAddress: '1 Placeholder Road, Caledon, ON L7C 0A0',
    serviceArea: 'Greater Toronto Area',
    socials: [],
    logoUrl: null,
  },
  tax: {
    rates: [{ label: 'GST (5%)', basisPoints: 500, registrationNumber: '' }],
    coversOnSite: false,
  },
  deposit: { kind: 'amount', cents: 2000 },
  freeCancellationHours: 24,
  vehicleClasses: [
    { id: 'sedan', name: 'Sedan' },
    { id: 'suv', name: 'SUV / Compact SUV' },
  ],
  services: [
    {
      id: 'basic-wash',
      name: 'Basic Wash',
      priceCents: { sedan: 6500, suv: 8500 },
      durationMinutes: 120,
      description:
        'The essentials, done properly: a careful hand wash, bright tires, a freshly vacuumed cabin ' +
        'and glass you forget is there.',
      features: ['Exterior wash', 'Tire cleaning', 'Interior vacuuming', 'Window cleaning'],
      isVisible: true,
    },
    {
      id: 'premium-detailing',
      name: 'Premium Detailing',
      priceCents: { sedan: 9999, suv: 11999 },
      durationMinutes: 180,
      description:
        'A reset, inside and out. Clay leaves the paint smooth as glass, steam lifts what daily ' +
        'driving leaves behind, and the leather gets its suppleness back.',
      features: [
        'Full exterior wash',
        'Interior deep cleaning (steam/vacuum)',
        'Odor elimination',
        'Clay bar treatment',
        'Leather conditioning',
        'Tire wax/shine',
      ],
      isVisible: true,
    },
    {
      id: 'luxury-package',
      name: 'Luxury Package',
      priceCents: { sedan: 12999, suv: 14999 },
      durationMinutes: 240,
      description:
        'Everything we know, on one car. From the engine bay to a ceramic coat that keeps its depth ' +
        'and sheds the weather, every surface is brought back and protected.',
      features: [
        'Premium exterior wash',
        'Clay bar treatment',
        'Deep interior cleaning',
        'Engine bay cleaning',
        'Ceramic coating',
        'Odor elimination',
        'Leather conditioning',
        'Tire wax/shine',
      ],
      isVisible: true,
    },
  ],
  addOns: [],
  coupons: [
    {
      code: 'NEWCUSTOMER20',
      discount: { kind: 'amount', cents: 2000 },
      validFrom: null,
      validUntil: null,
      isFirstVisitOnly: true,
      maxUses: null,
      isAdvertised: true,
    },
  ],
};
