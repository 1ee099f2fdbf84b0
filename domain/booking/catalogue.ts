export const vehicleTypes = ['sedan', 'suv'] as const;
export type VehicleType = (typeof vehicleTypes)[number];

export const vehicleLabels: Record<VehicleType, string> = {
  sedan: 'Sedan',
  suv: 'SUV / Compact SUV',
};

export const serviceIds = ['basic-wash', 'premium-detailing', 'luxury-package'] as const;
export type ServiceId = (typeof serviceIds)[number];

export type Service = {
  id: ServiceId;
  name: string;
  /** Before coupon and tax. */
  priceCents: Readonly<Record<VehicleType, number>>;
  durationMinutes: number;
  description: string;
  features: readonly string[];
};

export const services: readonly Service[] = [
  {
    id: 'basic-wash',
    name: 'Basic Wash',
    priceCents: { sedan: 6500, suv: 8500 },
    durationMinutes: 120,
    description:
      'The essentials, done properly: a careful hand wash, bright tires, a freshly vacuumed cabin ' +
      'and glass you forget is there.',
    features: ['Exterior wash', 'Tire cleaning', 'Interior vacuuming', 'Window cleaning'],
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
  },
];

export function findService(id: string): Service | undefined {
  return services.find((service) => service.id === id);
}

/** A booking stores the name of its service; this finds the service by that name. */
export function findServiceByName(name: string): Service | undefined {
  return services.find((service) => service.name === name);
}

export function isVehicleType(value: unknown): value is VehicleType {
  return vehicleTypes.some((type) => type === value);
}
