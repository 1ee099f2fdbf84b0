import { bad, checkEmail, checkPhone, good, type FieldResult } from '../contact/field-checks.ts';
import type { Business } from './business.ts';
import { failures, withPath, type Problems } from './problems.ts';
import { checkOptional, checkStored, checkWebAddress, checkWhole } from './value-checks.ts';

const mostSocials = 10;

export const checkFacts = (facts: Business['facts']): Problems => ({
  ...failures({
    name: checkSenderName(facts.name),
    description: checkStored(facts.description, 'a description', 300),
    foundedYear: checkWhole(facts.foundedYear, 1900, 2100),
    phone: checkShownPhone(facts.phone),
    bookingEmail: checkStoredEmail(facts.bookingEmail),
    infoEmail: checkStoredEmail(facts.infoEmail),
    location: checkStored(facts.location, 'a place', 80),
    mailingAddress: checkStored(facts.mailingAddress, 'a postal address', 160),
    serviceArea: checkStored(facts.serviceArea, 'an area', 80),
    logoUrl: checkLogo(facts.logoUrl),
    socials:
      facts.socials.length > mostSocials
        ? bad(`There can be up to ${mostSocials} links.`)
        : good(facts.socials),
  }),
  ...withPath(
    'socials',
    Object.assign(
      {},
      ...facts.socials.map(({ label, href }, index) =>
        withPath(
          String(index),
          failures({ label: checkOptional(label, 30), href: checkWebAddress(href) }),
        ),
      ),
    ) as Problems,
  ),
});

// Emails are sent under the name.
function checkSenderName(text: string): FieldResult<string> {
  return /["\\<>\p{Cc}\p{Cf}]/u.test(text)
    ? bad('Please enter a name without ", <, > and \\.')
    : checkStored(text, 'a name', 60);
}

function checkShownPhone(text: string): FieldResult<string> {
  const checked = checkPhone(text);
  return checked.ok ? checkStored(text, 'a phone number', 30) : checked;
}

function checkStoredEmail(text: string): FieldResult<string> {
  const checked = checkEmail(text);
  return checked.ok && checked.value !== text
    ? bad('Please use lower case and no spaces.')
    : checked;
}

const ownPhoto =
  /^(?:https?:\/\/[\w.:[\]-]+)?\/storage\/v1\/object\/public\/gallery\/[\w-][\w.-]{0,199}$/;

/** The address of a photo in the site's own storage. */
const checkLogo = (address: string | null): FieldResult<string | null> =>
  address === null || ownPhoto.test(address) ? good(address) : bad('Please upload the logo again.');
