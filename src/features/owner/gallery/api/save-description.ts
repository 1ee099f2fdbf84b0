import { userRest } from '@/lib/backend.ts';

/** Somebody else put the photo into other words, or took it away, after it was read here. */
export class DescribedMeanwhileError extends Error {
  constructor() {
    super(
      'Somebody else has changed this meanwhile. Save once more to replace their words with yours.',
    );
  }
}

type Description = {
  id: string;
  description: string;
  /** The words that were read, and may be replaced. Null replaces any. */
  basis: string | null;
};

/** Puts what a photo shows into other words. Throws when it did not, also a {@link DescribedMeanwhileError}. */
export async function saveDescription({ id, description, basis }: Description): Promise<void> {
  const rest = await userRest();
  const change = rest.from('gallery_photos').update({ description }).eq('id', id);
  const { data } = await (basis === null ? change : change.eq('description', basis))
    .select('id')
    .maybeSingle()
    .throwOnError();
  if (data) return;
  throw basis === null ? new Error('The photo is gone.') : new DescribedMeanwhileError();
}
