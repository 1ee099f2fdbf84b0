import { expect, test } from 'vitest';
import { releaseNotes } from './release-notes.mjs';

const changelog = `# Changelog

## Unreleased

- Not yet.

## 1.1.0 - 2027-02-01

- New.

## 1.0.0 - 2026-12-01

- First.
`;

test('prints the part of the version alone', () => {
  expect(releaseNotes('1.1.0', changelog, '1.1.0')).toBe('- New.');
  expect(releaseNotes('1.0.0', changelog, '1.0.0')).toBe('- First.');
});

test('refuses a tag of another version', () => {
  expect(() => releaseNotes('1.1.0', changelog, '1.0.0')).toThrow('package.json has 1.0.0');
});

test.each([
  ['without a part', '# Changelog\n\n## Unreleased\n'],
  ['without a date', '# Changelog\n\n## 1.1.0\n\n- New.\n'],
])('refuses a changelog %s', (_what, text) => {
  expect(() => releaseNotes('1.1.0', text, '1.1.0')).toThrow(
    'CHANGELOG.md has no "## 1.1.0 - <date>"',
  );
});
