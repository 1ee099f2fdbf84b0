// Prints a version's part of CHANGELOG.md: node scripts/release-notes.mjs 1.0.0
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { projectRoot } from './run-command.mjs';

/** Throws unless package.json and the changelog have that version, the changelog with its date. */
export function releaseNotes(version, changelog, packageVersion) {
  if (version !== packageVersion) {
    throw new Error(`The tag is v${version}, but package.json has ${packageVersion}`);
  }
  const parts = changelog.split(/^## /m).slice(1);
  const part = parts.find((one) => one.startsWith(`${version} `));
  if (!part || !/^\S+ - \d{4}-\d{2}-\d{2}\n/.test(part)) {
    throw new Error(`CHANGELOG.md has no "## ${version} - <date>"`);
  }
  return part.slice(part.indexOf('\n')).trim();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const read = (file) => readFileSync(`${projectRoot}${file}`, 'utf8');
  const { version } = JSON.parse(read('package.json'));
  console.log(releaseNotes(process.argv[2], read('CHANGELOG.md'), version));
}
