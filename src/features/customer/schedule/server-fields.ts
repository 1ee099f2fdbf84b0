import { emptyDetails, type DetailsInput } from '@domain/booking/details.ts';

/** Where the wire calls a field otherwise than the form. */
const formNames: Readonly<Record<string, keyof DetailsInput>> = {
  name: 'fullName',
  tipAmount: 'tip',
};

/** The server's sentences by the form's own field names; those about nothing on the form are left out. */
export function formFields(
  wireFields: Readonly<Record<string, string>>,
): [name: keyof DetailsInput, sentence: string][] {
  const known: [name: keyof DetailsInput, sentence: string][] = [];
  for (const [path, sentence] of Object.entries(wireFields)) {
    const wireName = path.slice(path.lastIndexOf('.') + 1);
    const name = formNames[wireName] ?? wireName;
    if (isFormName(name)) known.push([name, sentence]);
  }
  return known;
}

function isFormName(name: string): name is keyof DetailsInput {
  return Object.hasOwn(emptyDetails, name);
}
