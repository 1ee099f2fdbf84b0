import type { Business } from '@domain/business/business.ts';
import { changesInWords } from '@domain/business/changes-in-words.ts';
import { checkBusiness } from '@domain/business/check-business.ts';
import { defaultBusiness } from '@domain/business/default-business.ts';
import { refusal, startFakeBackend } from '@/testing/fake-backend.ts';
import { signIn } from '@/testing/sign-in.ts';

export const publishCall = 'POST /functions/v1/publish-business';

type Version = { business: Business; changes: string[]; restored: number | null };

/** The backend as an administrator sees it: it keeps the draft and the versions. `state` may be changed. */
export function startBusinessBackend() {
  signIn({
    user: { id: '7f6f9d7e-3f4e-4c83-9a53-1d2e7c0f5a10', email: 'boss@example.com' },
    isAdmin: true,
  });
  const state = {
    versions: [{ business: defaultBusiness, changes: [], restored: null }] as Version[],
    draft: null as Business | null,
    revision: 0,
  };
  const published = () => state.versions.at(-1)?.business ?? defaultBusiness;
  const page = () => ({
    version: state.versions.length,
    published: published(),
    draft: state.draft,
    revision: state.revision,
    savedAt: null,
    savedBy: state.draft && 'colleague@example.com',
  });
  const backend = startFakeBackend({
    'POST /rest/v1/rpc/business_page': () => ({ body: page() }),
    'POST /rest/v1/rpc/coupon_uses': ({ body }) => ({
      body: Object.fromEntries((body as { codes: string[] }).codes.map((code) => [code, 3])),
    }),
    'POST /rest/v1/rpc/save_business_draft': ({ body }) => {
      const { draft, expected } = body as { draft: Business | null; expected: number };
      if (expected !== state.revision) return changedMeanwhile;
      Object.assign(state, { draft, revision: expected + 1 });
      return { body: page() };
    },
    [publishCall]: ({ body }) => {
      const { version } = body as { revision: number; version?: number };
      const business = version ? state.versions[version - 1]?.business : state.draft;
      if (!business) return refusal(409, 'nothing_to_publish', 'There is nothing to publish.');
      const check = checkBusiness(business);
      if (!check.ok) {
        const message = 'Some details are missing or incorrect. Please check them.';
        const { fields } = check;
        return { status: 400, body: { error: { code: 'invalid_input', message, fields } } };
      }
      const changes = changesInWords(published(), business);
      state.versions.push({ business, changes, restored: version ?? null });
      Object.assign(state, { draft: null, revision: state.revision + 1 });
      return { body: { version: state.versions.length } };
    },
    'POST /rest/v1/rpc/business_history': () => ({
      body: state.versions
        .map(({ changes, restored }, index) => ({
          version: index + 1,
          publishedAt: '2026-11-24T15:00:00Z',
          publishedBy: index === 0 ? 'System' : 'boss@example.com',
          changes,
          restored,
        }))
        .reverse(),
    }),
  });
  return { ...backend, state };
}

const changedMeanwhile = {
  status: 409,
  body: { code: 'PT409', message: 'business_changed', details: '', hint: null },
};
