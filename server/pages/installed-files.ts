import { createHash } from 'node:crypto';
import type { BusinessFacts } from '../../domain/business/business.ts';
import { defaultBusiness } from '../../domain/business/default-business.ts';
import { phoneHref } from '../../domain/business/facts.ts';

type Named = Pick<BusinessFacts, 'name' | 'phone' | 'description'>;

const built = defaultBusiness.facts;

/** The files of the installed app that name the business, with their types. */
export const installedFiles = {
  '/manifest.webmanifest': 'application/manifest+json',
  '/offline.html': 'text/html; charset=utf-8',
  '/service-worker.js': 'text/javascript; charset=utf-8',
} as const;

export type InstalledFile = keyof typeof installedFiles;

export const isInstalledFile = (path: string): path is InstalledFile => path in installedFiles;

/** A built file with the published facts instead of the default ones. */
export function withFacts(path: InstalledFile, text: string, facts: Named): string {
  switch (path) {
    case '/manifest.webmanifest':
      return JSON.stringify(
        {
          ...(JSON.parse(text) as object),
          name: facts.name,
          short_name: facts.name.split(' ')[0],
          description: facts.description,
        },
        null,
        2,
      );
    case '/offline.html':
      return text
        .replaceAll(escaped(built.name), () => escaped(facts.name))
        .replaceAll(phoneHref(built), () => escaped(phoneHref(facts)))
        .replaceAll(escaped(built.phone), () => escaped(facts.phone));
    case '/service-worker.js':
      // Other facts are another version, so browsers load the offline page again.
      return text.replace(/\$\{prefix\}([0-9a-f]+)/, (_, version: string) =>
        isBuilt(facts) ? `\${prefix}${version}` : `\${prefix}${version}-${fingerprint(facts)}`,
      );
  }
}

const isBuilt = ({ name, phone }: Named): boolean => name === built.name && phone === built.phone;

const fingerprint = ({ name, phone }: Named): string =>
  createHash('sha256')
    .update(JSON.stringify([name, phone]))
    .digest('hex')
    .slice(0, 8);

const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
