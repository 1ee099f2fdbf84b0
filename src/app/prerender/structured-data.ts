import { business } from '@domain/business.ts';
import { services, vehicleLabels, vehicleTypes, type Service } from '@domain/booking/catalogue.ts';
import type { Rating } from './page-facts.ts';
import { sharePicture } from './share-picture.ts';

const [locality = '', region = ''] = business.location.split(', ');
const currency = business.currency.toUpperCase();

/** The business and what it offers in the words of schema.org. It has a rating only once a review is public. */
export function structuredData(publicUrl: string, rating: Rating | null) {
  return {
    '@context': 'https://schema.org',
    '@type': 'AutoWash',
    '@id': `${publicUrl}/#business`,
    name: business.name,
    description: business.description,
    url: `${publicUrl}/`,
    image: publicUrl + sharePicture.path,
    telephone: business.phoneHref.replace('tel:', ''),
    email: business.infoEmail,
    foundingDate: String(business.foundedYear),
    address: {
      '@type': 'PostalAddress',
      addressLocality: locality,
      addressRegion: region,
      addressCountry: 'CA',
    },
    areaServed: business.serviceArea,
    currenciesAccepted: currency,
    priceRange: priceRange(),
    ...(business.socials.length > 0 && { sameAs: business.socials.map(({ href }) => href) }),
    makesOffer: services.map((service) => offer(service, publicUrl)),
    ...(rating && { aggregateRating: aggregateRating(rating) }),
  };
}

function offer(service: Service, publicUrl: string) {
  const { name, description, priceCents } = service;
  return {
    '@type': 'Offer',
    name,
    url: `${publicUrl}/#packages`,
    price: amount(Math.min(...Object.values(priceCents))),
    priceCurrency: currency,
    priceSpecification: vehicleTypes.map((type) => ({
      '@type': 'UnitPriceSpecification',
      name: vehicleLabels[type],
      price: amount(priceCents[type]),
      priceCurrency: currency,
      valueAddedTaxIncluded: false,
    })),
    itemOffered: { '@type': 'Service', name, description, areaServed: business.serviceArea },
  };
}

const aggregateRating = ({ count, average }: Rating) => ({
  '@type': 'AggregateRating',
  ratingValue: average,
  reviewCount: count,
  bestRating: 5,
  worstRating: 1,
});

function priceRange(): string {
  const all = services.flatMap(({ priceCents }) => Object.values(priceCents));
  return `$${amount(Math.min(...all))} - $${amount(Math.max(...all))}`;
}

/** Without a sign, as schema.org has it. */
const amount = (cents: number): string => (cents / 100).toFixed(2);
