import { emptyDetails, type DetailsInput } from '@domain/booking/details.ts';

type ServerFields = {
  /** By the form's own field names. */
  form: [name: keyof DetailsInput, sentence: string][];
  /** About nothing on the form: the time, the vehicle or the way to pay. */
  others: string[];
};

/** The server's sentences, sorted by where they are shown. */
export function sortFields(wireFields: Readonly<Record<string, string>>): ServerFields {
  const sorted: ServerFields = { form: [], others: [] };
  for (const [path, sentence] of Object.entries(wireFields)) {
    const last = path.slice(path.lastIndexOf('.') + 1);
    const name = last === 'tipAmount' ? 'tip' : last;
    if (isFormName(name)) sorted.form.push([name, sentence]);
    else sorted.others.push(sentence);
  }
  return sorted;
}

function isFormName(name: string): name is keyof DetailsInput {
  return Object.hasOwn(emptyDetails, name);
}
