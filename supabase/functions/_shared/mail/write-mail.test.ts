import { expect, it } from 'vitest';
import { defaultBusiness } from '../../../../domain/business/default-business.ts';
import { darkPalette } from './layout/mail-palette.ts';
import { logoIn, writeMail } from './write-mail.ts';

const business = {
  business_name: 'Shine & Sons',
  business_address: '1 Main Street, Caledon',
  business_phone: '(905) 555-0142',
  business_email: 'hello@shine.example',
};

const write = (content: string, palette?: typeof darkPalette) =>
  writeMail({ subject: 'Hello', content }, business, palette && { palette });

it('lays out plain HTML between the name and the address of the business', async () => {
  const { html, text } = await write('<h1>Booked</h1><p>Hello Ada,</p>');
  expect(html).toMatch(/^<!doctype html>\n<html lang="en">/);
  expect(html).toContain('<title>Shine &amp; Sons</title>');
  expect(html).toContain('href="tel:9055550142"');
  expect(text).toBe(
    'Shine & Sons\n\nBooked\n\nHello Ada,\n\nShine & Sons · 1 Main Street, Caledon\n' +
      '(905) 555-0142 · hello@shine.example\n',
  );
});

it('sends a page of its own as it is, in standards mode', async () => {
  const { html } = await write('<!DOCTYPE html><html><body><p>Mine</p></body></html>');
  expect(html).toBe('<!doctype html>\n<html><body><p>Mine</p></body></html>');
});

it('hides the preview text, and leaves it out of the plain text', async () => {
  const { html, text } = await write('<p class="preview">In short</p><p>Hello</p>');
  expect(html).toMatch(/<div style="display:none;[^"]*">In short/);
  expect(text).not.toContain('In short');
});

it('draws a link as a button that Outlook pads, too', async () => {
  const { html } = await write('<p class="button"><a href="https://x.example">Go</a></p>');
  expect(html).toContain('mso-padding-alt');
  expect(html).toMatch(/<a href="https:\/\/x\.example" class="m-label"[^>]*>Go<\/a>/);
});

it('keeps a style that the template brings', async () => {
  const { html } = await write('<p style="color:red">Hello</p>');
  expect(html).toContain('<p style="color:red">Hello</p>');
});

it('has dark colours for programs with a night mode, and for a preview', async () => {
  const content = '<h1>Booked</h1>';
  expect((await write(content)).html).toMatch(/@media \(prefers-color-scheme:dark\)\{.*\.m-h1\{/);
  const { html } = await write(content, darkPalette);
  expect(html).toContain(`<h1 class="m-h1" style="margin:0 0 20px;`);
  expect(html).toContain(darkPalette.card);
});

it('shows the logo instead of the name, which is its text alternative', async () => {
  const { html, text } = await writeMail({ subject: 'Hello', content: '<p>Hello</p>' }, business, {
    logoUrl: 'https://shine.example/storage/v1/object/public/gallery/logo.png',
  });
  expect(html).toContain(
    '<img src="https://shine.example/storage/v1/object/public/gallery/logo.png" alt="Shine &amp; Sons"',
  );
  expect(text).toMatch(/^Shine & Sons\n/);
});

it('loads the logo of the own storage or of a backend elsewhere, and of no other site', () => {
  const logoAt = (logoUrl: string | null) =>
    logoIn({
      business: { ...defaultBusiness, facts: { ...defaultBusiness.facts, logoUrl } },
      publicUrl: 'https://shine.example',
    });
  const path = '/storage/v1/object/public/gallery/logo.png';
  expect(logoAt(path)).toBe(`https://shine.example${path}`);
  expect(logoAt(`https://project.backend.example${path}`)).toBe(
    `https://project.backend.example${path}`,
  );
  expect(logoAt('https://elsewhere.example/logo.png')).toBeNull();
  expect(logoAt(null)).toBeNull();
});
