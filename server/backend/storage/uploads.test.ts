import { setImmediate } from 'node:timers/promises';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { photoRules, photoSentences } from '../../../domain/contact/photo.ts';
import { openCopy } from '../../testing/databases.ts';
import { aBombPng, aJpeg, aPhoneJpeg, twoHalves } from '../../testing/photos.ts';
import { startStorageHost, type StorageHost } from '../../testing/storage-host.ts';

type File = Buffer | (() => Buffer | Promise<Buffer>);

let host: StorageHost;
beforeAll(async () => {
  host = await startStorageHost(await openCopy());
});
afterAll(() => host.close());

const name = 'public/1_car.jpg';
const bytesOf = async (file: File) => (typeof file === 'function' ? await file() : file);

// For any input: the server keeps running, stores nothing partial, and writes only in its folder.
afterEach(async () => {
  expect(host.unexpected).toEqual([]);
  const reviews = host.anonymous().from('reviews');
  const { error } = await reviews.upload('public/after.jpg', await aJpeg({ width: 8, height: 6 }), {
    contentType: 'image/jpeg',
  });
  expect(error).toBeNull();
  for (const file of await host.files()) {
    expect(file).toMatch(/^data\/storage\/photos\/[\da-f-]{36}\/(full|\d+)\.webp$/);
  }
  const pool = host.storage.database.pool;
  const { rows } = await pool.query<{ name: string; bucket_id: string }>(
    'select bucket_id, name from storage.objects',
  );
  for (const row of rows) await host.service().from(row.bucket_id).remove([row.name]);
  expect(await host.files()).toEqual([]);
});

/** As a form, like the browser, and as the bare body. */
const asForm = (bytes: Buffer) => new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' });
const kinds = [
  ['as a form', asForm],
  ['as bare bytes', (bytes: Buffer) => bytes],
] as const;

describe.each(kinds)('An upload %s', (_kind, wrapped) => {
  const upload = async (file: File) =>
    await host
      .anonymous()
      .from('reviews')
      .upload(name, wrapped(await bytesOf(file)), { contentType: 'image/jpeg' });

  const script = '<script>alert(1)</script>';
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${script}</svg>`;
  const { not_a_photo, damaged, heic, too_many_pixels, too_large, empty } = photoSentences;

  test.each<[string, File, string, string]>([
    ['a web page', Buffer.from(`<!doctype html>${script}`), '415', not_a_photo],
    ['a drawing', Buffer.from(svg), '415', not_a_photo],
    [
      'a drawing with a declaration',
      Buffer.from(`<?xml version="1.0"?>${svg}`),
      '415',
      not_a_photo,
    ],
    ['a document', Buffer.from('%PDF-1.7\n%âãÏÓ\n'), '415', not_a_photo],
    ['a TIFF', () => twoHalves({ width: 8, height: 8 }).tiff().toBuffer(), '415', not_a_photo],
    ['a page that begins like a GIF', Buffer.from(`GIF89a/*${script}*/`), '415', damaged],
    [
      'a page that begins like a JPEG',
      Buffer.from(`\xff\xd8\xff${script}`, 'latin1'),
      '415',
      damaged,
    ],
    ['a HEIC', heicHeader('heic'), '415', heic],
    ['a HEIC by its lesser brands', heicHeader('mif1', 'heix'), '415', heic],
    ['a film', heicHeader('isom', 'mp42'), '415', not_a_photo],
    ['half a JPEG', async () => (await aJpeg()).subarray(0, 4000), '415', damaged],
    ['half a PNG', async () => (await png()).subarray(0, 60), '415', damaged],
    ['256 megapixels in 31 kB', () => aBombPng(16_000), '413', too_many_pixels],
    ['nothing at all', Buffer.alloc(0), '400', empty],
    ['11 MB', Buffer.alloc(11 * 1024 * 1024, 1), '413', too_large],
    ['a byte too much', Buffer.alloc(photoRules.maxBytes + 1, 1), '413', too_large],
  ])('of %s is refused with a sentence', async (_what, file, statusCode, message) => {
    const { error } = await upload(file);
    expect(error).toMatchObject({ statusCode, message });
  });

  test.each<[string, File, { width: number; height: number }]>([
    ['a JPEG', aJpeg, { width: 1600, height: 1200 }],
    ['a PNG', png, { width: 60, height: 40 }],
    [
      'a WebP',
      () => twoHalves({ width: 60, height: 40 }).webp().toBuffer(),
      { width: 60, height: 40 },
    ],
    [
      'an AVIF',
      () => twoHalves({ width: 60, height: 40 }).avif().toBuffer(),
      { width: 60, height: 40 },
    ],
    ['a PNG of 16 bits', deepPng, { width: 60, height: 40 }],
    ['a JPEG in the colours of print', cmykJpeg, { width: 60, height: 40 }],
    ['a GIF that moves', movingGif, { width: 60, height: 40 }],
    ['a photo lying on its side', aPhoneJpeg, { width: 200, height: 400 }],
    ['a JPEG with a web page behind it', polyglot, { width: 60, height: 40 }],
    [
      'a photo as high as a house',
      () => twoHalves({ width: 4, height: 20_000 }).png().toBuffer(),
      { width: 1, height: 4000 },
    ],
  ])('of %s becomes a WebP that shows it', async (_what, file, size) => {
    const { error } = await upload(file);
    expect(error).toBeNull();
    const stored = await storedBytes();
    const metadata = await sharp(stored).metadata();
    expect(metadata).toMatchObject({ format: 'webp', ...size });
    for (const part of ['exif', 'icc', 'xmp', 'iptc', 'orientation', 'pages'] as const) {
      expect(metadata[part]).toBeUndefined();
    }
    expect(stored.includes('<script')).toBe(false);
  });
});

const storedBytes = async () => {
  const answer = await host.raw(`/object/public/reviews/${name}`);
  expect(answer.headers.get('content-type')).toBe('image/webp');
  return Buffer.from(await answer.arrayBuffer());
};

test('a photo from a phone is turned upright and loses its position', async () => {
  const phone = await aPhoneJpeg();
  expect(phone.includes('PhoneMaker')).toBe(true);
  await host.anonymous().from('reviews').upload(name, asForm(phone));
  const stored = await storedBytes();
  expect(stored.includes('PhoneMaker')).toBe(false);
  // The left side is on top: the camera was turned.
  expect(await colourAt(stored, 100, 50)).toEqual('red');
  expect(await colourAt(stored, 100, 350)).toEqual('blue');
});

test('print colours become screen colours', async () => {
  await host
    .anonymous()
    .from('reviews')
    .upload(name, asForm(await cmykJpeg()));
  expect(await colourAt(await storedBytes(), 10, 20)).toBe('red');
});

describe('A name', () => {
  const jpeg = aJpeg({ width: 8, height: 6 });
  const send = async (path: string) =>
    await host.raw(`/object/${path}`, { method: 'POST', body: new Uint8Array(await jpeg) });

  test.each([
    'reviews/..%2f..%2fx.png',
    'reviews/public%2f..%2f..%2f..%2fx.png',
    'reviews/public/..%5c..%5cx.png',
    'reviews/public/%2e%2e%2fx.png',
    'reviews/public//x.png',
    'reviews/public/x%00.png',
    'reviews/public/x%0d%0aset-cookie:a.png',
    'reviews/public/caf%C3%A9.png',
    'reviews/public/%E6%B4%97%E8%BB%8A.png',
    'reviews/public/%ff.png',
    'reviews/public/%3Cscript%3E.png',
    `reviews/public/${'a'.repeat(1100)}.png`,
    'reviews',
    'reviews/',
  ])('like %s is refused with a sentence', async (path) => {
    const answer = await send(path);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({
      error: 'InvalidKey',
      message: expect.stringMatching(/^Invalid key: .*\.$/) as string,
    });
  });

  test.each([
    ['reviews/public/../../x.png', 'InvalidKey'],
    ['reviews/../gallery/x.png', 'Unauthorized'],
    ['..%2f..%2fx/y.png', 'InvalidKey'],
    ['.../x.png', 'Bucket not found'],
    ['%2e%2e/x.png', 'Not Found'],
  ])('that climbs like %s is not found', async (path, error) => {
    const answer = await send(path);
    expect(await answer.json()).toMatchObject({ error });
  });

  test.each([
    'reviews/public/.htaccess',
    'reviews/public/con.jpg',
    `reviews/public/${'a'.repeat(300)}.png`,
    "reviews/public/my%20car%20(2)%20-%20'new'.jpg",
    'reviews/public/..jpg',
    'reviews/public/-rf.php',
  ])('like %s is only a name, and served as the photo it is', async (path) => {
    expect((await send(path)).status).toBe(200);
    const answer = await host.raw(`/object/public/${path}`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/webp']);
  });
});

test('an endless upload is ended when it is too large', async () => {
  let pulled = 0;
  const endless = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      // Client and server share this process: lets the other one run.
      await setImmediate();
      pulled += 65_536;
      controller.enqueue(new Uint8Array(65_536));
    },
  });
  const sent = host.raw(`/object/reviews/${name}`, {
    method: 'POST',
    body: endless,
    duplex: 'half',
  } as RequestInit);
  // A client that is still sending may see only a broken connection.
  const answer = await sent.catch(() => null);
  if (answer) expect(await answer.json()).toMatchObject({ statusCode: '413' });
  expect(pulled).toBeLessThan(4 * photoRules.maxBytes);
});

test('an interrupted upload is no server error and leaves nothing', async () => {
  const line = new AbortController();
  const broken = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new Uint8Array(1000)),
    pull: async () => {
      await setImmediate();
      line.abort();
    },
  });
  const sent = host.raw(`/object/reviews/${name}`, {
    method: 'POST',
    body: broken,
    duplex: 'half',
    signal: line.signal,
  } as RequestInit);
  await expect(sent).rejects.toThrow();
  expect(await host.files()).toEqual([]);
});

// Nothing reads them: guests could store megabytes beside each photo, nested until a server fails.
test.each<[string, string]>([
  ['that are harmless', '{"note":"front"}'],
  ['of a megabyte', JSON.stringify({ note: 'x'.repeat(1024 * 1024) })],
  ['nested very deeply', '['.repeat(6000) + ']'.repeat(6000)],
  ['that are no JSON', '{"note":'],
])('metadata of the sender %s is refused', async (_what, words) => {
  const jpeg = await aJpeg({ width: 8, height: 6 });
  const form = new FormData();
  form.append('metadata', words);
  form.append('', asForm(jpeg), '1_car.jpg');
  const inHeader = { 'x-metadata': Buffer.from(words).toString('base64').slice(0, 8000) };
  for (const [body, headers] of [[form], [new Uint8Array(jpeg), inHeader]] as const) {
    const answer = await host.raw(`/object/reviews/${name}`, { method: 'POST', body, headers });
    expect([answer.status, await answer.json()]).toMatchObject([
      400,
      { message: 'The feature user metadata is not enabled for this resource' },
    ]);
  }
  expect(await host.files()).toEqual([]);
});

test.each([
  [
    'without a file',
    'multipart/form-data; boundary=x',
    '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\nb\r\n--x--\r\n',
  ],
  ['that is none', 'multipart/form-data; boundary=x', 'nothing of a form'],
  ['without a boundary', 'multipart/form-data', '--x--'],
])('a form %s is refused', async (_what, contentType, body) => {
  const answer = await host.raw(`/object/reviews/${name}`, {
    method: 'POST',
    headers: { 'content-type': contentType },
    body,
  });
  expect([answer.status, await answer.json()]).toMatchObject([400, { error: 'InvalidRequest' }]);
});

test('other requests are answered while many photos are being encoded', async () => {
  const large = asForm(await aJpeg({ width: 4000, height: 3000 }));
  const finished: string[] = [];
  const uploads = Array.from({ length: 6 }, async (_, index) => {
    const { error } = await host.anonymous().from('reviews').upload(`public/${index}.jpg`, large);
    expect(error).toBeNull();
    finished.push('photo');
  });
  await Promise.race(uploads);
  await host.raw('/bucket');
  finished.push('bucket');
  await Promise.all(uploads);
  expect(finished.indexOf('bucket')).toBeLessThan(6);
  expect(finished).toHaveLength(7);
});

test('one of several uploads with the same name wins, and the others leave no files', async () => {
  const photo = asForm(await aJpeg({ width: 1200, height: 900 }));
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => host.anonymous().from('reviews').upload(name, photo)),
  );
  expect(answers.filter(({ error }) => error === null)).toHaveLength(1);
  expect(
    answers.filter(({ error }) => error?.message === 'The resource already exists'),
  ).toHaveLength(4);
  expect(await host.files()).toHaveLength(4);
});

function heicHeader(...brands: string[]): Buffer {
  const box = Buffer.concat([
    Buffer.from('ftyp'),
    Buffer.from(`${brands[0] ?? ''}\0\0\0\0${brands.join('')}`),
  ]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(box.length + 4);
  return Buffer.concat([length, box, Buffer.alloc(200)]);
}

const png = () => twoHalves({ width: 60, height: 40 }).png().toBuffer();

const deepPng = () => twoHalves({ width: 60, height: 40 }).toColourspace('rgb16').png().toBuffer();

const cmykJpeg = () => twoHalves({ width: 60, height: 40 }).toColourspace('cmyk').jpeg().toBuffer();

async function movingGif() {
  const frames = ['red', 'green', 'blue'].map((background) => ({
    create: { width: 60, height: 40, channels: 3 as const, background },
  }));
  const pages = await Promise.all(frames.map((frame) => sharp(frame).png().toBuffer()));
  return await sharp(pages, { join: { animated: true } })
    .gif()
    .toBuffer();
}

async function polyglot() {
  const jpeg = await twoHalves({ width: 60, height: 40 }).jpeg().toBuffer();
  return Buffer.concat([jpeg, Buffer.from('<html><script>alert(1)</script><?php exit; ?>')]);
}

async function colourAt(bytes: Buffer, x: number, y: number): Promise<string> {
  const { data } = await sharp(bytes)
    .extract({ left: x, top: y, width: 1, height: 1 })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const [red = 0, green = 0, blue = 0] = data;
  if (red > 150 && green < 120 && blue < 120) return 'red';
  return blue > 150 && red < 120 ? 'blue' : `${red},${green},${blue}`;
}
