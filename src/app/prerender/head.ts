import { lowestPriceCents } from '@domain/booking/catalogue.ts';
import type { Business } from '@domain/business/business.ts';
import {
  documentTitle,
  pageDescriptions,
  pageTitleOf,
  type PageName,
} from '@/config/page-heads.ts';
import { paths } from '@/config/paths.ts';
import type { PublicPath } from '../screen-list.ts';
import type { Rating } from '@contracts/review.ts';
import { sharePicture } from './share-picture.ts';
import { structuredData } from './structured-data.ts';

/** A page's metadata for search engines and link previews. `path` is null for a missing page. */
export function headOf(
  { name, path }: { name: PageName; path: PublicPath | null },
  { business, rating }: { business: Business; rating: Rating | null },
  publicUrl: string,
): string {
  const { facts } = business;
  const title = documentTitle(pageTitleOf(name, facts), facts);
  const description = pageDescriptions(facts, lowestPriceCents(business))[name];
  const basics = [`<title>${escape(title)}</title>`, meta('name', 'description', description)];
  if (path === null) return [...basics, meta('name', 'robots', 'noindex')].join('');
  const url = publicUrl + path;
  return [
    ...basics,
    `<link rel="canonical" href="${escape(url)}">`,
    ...shared({ title, description, url, publicUrl, siteName: facts.name }),
    ...(path === paths.home ? [dataBlock(structuredData(business, publicUrl, rating))] : []),
  ].join('');
}

type Shared = {
  title: string;
  description: string;
  url: string;
  publicUrl: string;
  siteName: string;
};

function shared({ title, description, url, publicUrl, siteName }: Shared): string[] {
  const graph: Record<string, string> = {
    type: 'website',
    site_name: siteName,
    locale: 'en_CA',
    title,
    description,
    url,
    image: publicUrl + sharePicture.path,
    'image:type': 'image/jpeg',
    'image:width': String(sharePicture.width),
    'image:height': String(sharePicture.height),
    'image:alt': `A car in a studio, with the name ${siteName}`,
  };
  return [
    ...Object.entries(graph).map(([key, value]) => meta('property', `og:${key}`, value)),
    meta('name', 'twitter:card', 'summary_large_image'),
  ];
}

const meta = (kind: 'name' | 'property', key: string, content: string) =>
  `<meta ${kind}="${key}" content="${escape(content)}">`;

/** Data is no script, but it ends where one ends: so nothing in it may look like markup. */
const dataBlock = (data: object) =>
  `<script type="application/ld+json">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`;

const escape = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
