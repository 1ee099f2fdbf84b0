import { mkdirSync } from 'node:fs';
import sharp from 'sharp';
import { projectRoot } from './run-command.mjs';

/*
 * Draws the icons of the installed app: a roofline in the light, on lacquer. Run it again when the mark changes;
 * the pictures are kept in public/icons.
 */
const folder = `${projectRoot}public/icons/`;

/** The mark is 52 wide and 36 high; its size is a share of the icon's width. */
const icon = ({ size, corner, share }) => {
  const scale = (64 * share) / 52;
  const left = (64 - 52 * scale) / 2;
  const top = (64 - 36 * scale) / 2;
  return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 64 64">
    <defs><radialGradient id="light" cx="50%" cy="46%" r="60%">
      <stop offset="0" stop-color="#12382d"/><stop offset="1" stop-color="#06120e"/>
    </radialGradient></defs>
    <rect width="64" height="64" rx="${corner}" fill="url(#light)"/>
    <g transform="translate(${left} ${top}) scale(${scale})">
      <path d="M2 31C7 29 11 28 15 25C21 18 27 15 34 15M2 36C16 32 32 31 46 32" fill="none" stroke="#fcfbf7" stroke-width="3.2" stroke-linecap="round"/>
      <path d="M39 0C40 10 42 12 52 13C42 14 40 16 39 26C38 16 36 14 26 13C36 12 38 10 39 0Z" fill="#e6c25a"/>
    </g>
  </svg>`);
};

const icons = {
  'icon-192.png': { size: 192, corner: 10, share: 0.8 },
  'icon-512.png': { size: 512, corner: 10, share: 0.8 },
  // The system cuts it to a circle or another shape: full bleed, with the mark well inside.
  'maskable-512.png': { size: 512, corner: 0, share: 0.56 },
  'apple-touch-icon.png': { size: 180, corner: 0, share: 0.7 },
};

mkdirSync(folder, { recursive: true });
for (const [name, look] of Object.entries(icons)) {
  await sharp(icon(look)).png({ compressionLevel: 9, palette: true }).toFile(`${folder}${name}`);
}
