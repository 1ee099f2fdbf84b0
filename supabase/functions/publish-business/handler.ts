import { z } from 'zod';
import type { Json } from '../../database-types.ts';
import type { Business } from '../../../domain/business/business.ts';
import { changedAreas, changesInWords } from '../../../domain/business/changes-in-words.ts';
import { checkBusiness } from '../../../domain/business/check-business.ts';
import { keepFields } from '../../../domain/business/keep-fields.ts';
import {
  businessShape,
  currentBusiness,
  publication,
  publishedPage,
} from '../../contracts/business.ts';
import type { FunctionDeps, FunctionHandler, ServiceRest } from '../_shared/http/deps.ts';
import { CodedError } from '../_shared/http/errors.ts';
import { answer } from '../_shared/http/http.ts';
import { administratorFunction } from '../_shared/http/administrator-function.ts';
import { requireFreshProof } from '../_shared/http/fresh-proof.ts';
import { rpc, rpcAnswer } from '../_shared/http/rpc-answer.ts';

export const publishRequest = z.object({
  /** The revision of the draft that the administrator saw. */
  revision: z.int32().nonnegative(),
  /** The version to restore; left out, the draft is published. */
  version: z.int32().positive().optional(),
});

/** Publishes the draft, or an earlier version again. Either way the draft is empty afterwards. */
export const publishBusinessHandler = (deps: FunctionDeps): FunctionHandler =>
  administratorFunction(
    deps,
    publishRequest,
    async ({ revision, version }, { id: administrator }, http) => {
      const stored = await rpcAnswer(deps.rest.call(currentBusiness.name, {}), storedVersion);
      const former = businessOf(stored.business);
      const written = await readWritten(deps.rest, version);
      // A page of the former version writes a draft without the fields that it does not know.
      const document = version === undefined ? keepFields(written, stored.business) : written;
      const wanted = businessOf(document);
      const changes = changesInWords(former, wanted);
      if (changes.length === 0) throw new CodedError('nothing_to_publish');
      const check = checkBusiness(wanted);
      if (!check.ok) throw new CodedError('invalid_input', { fields: check.fields });
      await requireFreshProof(deps, http);
      const published = await rpc(deps.rest, publishedPage, {
        document: withNewerFields(wanted, version === undefined ? stored.business : written),
        expected: revision,
        administrator,
        changes,
        areas: changedAreas(former, wanted),
        ...(version !== undefined && { restored: version }),
      });
      return answer(publication, { version: published.version });
    },
  );

const storedVersion = z.object({ business: z.unknown() });

/** What a business has of a stored document. */
function businessOf(document: unknown): Business {
  const parsed = businessShape.safeParse(document);
  if (!parsed.success) throw new CodedError('invalid_input');
  return parsed.data;
}

/** With the published fields that only a later version of the server knows; a draft can't bring others. */
const withNewerFields = (wanted: Business, published: unknown) =>
  keepFields(wanted, published) as Json;

/** The draft or the version, as it is stored. */
async function readWritten(rest: ServiceRest, version: number | undefined): Promise<unknown> {
  const { data } = await (
    version === undefined
      ? rest.from('business_draft').select('business')
      : rest.from('business_versions').select('business').eq('version', version)
  )
    .maybeSingle()
    .throwOnError();
  if (!data?.business) throw new CodedError('nothing_to_publish');
  return data.business;
}
