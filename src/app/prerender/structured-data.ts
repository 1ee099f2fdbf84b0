import type { Business } from '@domain/business/business.ts';
import { phoneHref } from '@domain/business/facts.ts';
import { fixedTerms } from '@domain/business/fixed-terms.ts';
import { visibleAddOns } from '@domain/booking/add-ons.ts';
import { priceFor, visibleServices, type AddOn, type Service } from '@domain/booking/catalogue.ts';
import type { Rating } from '@contracts/review.ts';
import { sharePicture } from './share-picture.ts';

const currency = fixedTerms.currency.toUpperCase();

/** The business and what it offers in the words of schema.org. It has a rating only once a review is public. */
export function structuredData(business: Business, publicUrl: string, rating: Rating | null) {
  const { facts } = business;
  const [locality = '', region = ''] = facts.location.split(', ');
  const services = visibleServices(business);
  return {
    '@context': 'https://schema.org',
    '@type': 'AutoWash',
    '@id': `${publicUrl}/#business`,
    name: facts.name,
    description: facts.description,
    url: `${publicUrl}/`,
    image: publicUrl + sharePicture.path,
    telephone: phoneHref(facts).replace('tel:', ''),
    email: facts.infoEmail,
    foundingDate: String(facts.foundedYear),
    address: {
      '@type': 'PostalAddress',
      addressLocality: locality,
      addressRegion: region,
      addressCountry: 'CA',
    },
    areaServed: facts.serviceArea,
    currenciesAccepted: currency,
    priceRange: priceRange(services),
    ...(facts.socials.length > 0 && { sameAs: facts.socials.map(({ href }) => href) }),
    makesOffer: services.map((service) => serviceOffer(service, business, publicUrl)),
    ...(rating?.average && { aggregateRating: aggregateRating(rating) }),
  };
}

function serviceOffer(service: Service, business: Business, publicUrl: string) {
  const addOns = visibleAddOns(business).map((addOn) => offer(addOn, business, publicUrl));
  return {
    ...offer(service, business, publicUrl),
    ...(addOns.length > 0 && { addOn: addOns }),
  };
}

function offer(sold: Service | AddOn, { vehicleClasses, facts }: Business, publicUrl: string) {
  const { name, description, priceCents } = sold;
  return {
    '@type': 'Offer',
    name,
    url: `${publicUrl}/#packages`,
    price: amount(Math.min(...Object.values(priceCents))),
    priceCurrency: currency,
    priceSpecification: vehicleClasses.map(({ id, name: className }) => ({
      '@type': 'UnitPriceSpecification',
      name: className,
      price: amount(priceFor(sold, id)),
      priceCurrency: currency,
      valueAddedTaxIncluded: false,
    })),
    itemOffered: { '@type': 'Service', name, description, areaServed: facts.serviceArea },
  };
}

const aggregateRating = ({ count, average }: Rating) => ({
  '@type': 'AggregateRating',
  ratingValue: average,
  reviewCount: count,
  bestRating: 5,
  worstRating: 1,
});

function priceRange(services: readonly Service[]): string {
  const all = services.flatMap(({ priceCents }) => Object.values(priceCents));
  return `$${amount(Math.min(...all))} - $${amount(Math.max(...all))}`;
}

/** Without a sign, as schema.org has it. */
const amount = (cents: number): string => (cents / 100).toFixed(2);
