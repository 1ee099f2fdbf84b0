/** Every public page once, for search engines. */
export function sitemap(publicUrl: string, paths: readonly string[]): string {
  const urls = paths.map((path) => `  <url><loc>${escape(publicUrl + path)}</loc></url>`);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...urls,
    '</urlset>',
    '',
  ].join('\n');
}

/** Private screens are not listed: their `noindex` must be read to work. Paths for scripts are no pages. */
export const robots = (publicUrl: string): string =>
  [
    'User-agent: *',
    ...['/auth/v1/', '/rest/v1/', '/functions/v1/', '/live/v1/'].map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${publicUrl}/sitemap.xml`,
    '',
  ].join('\n');

const escape = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
