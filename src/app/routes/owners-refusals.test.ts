import { beforeEach, expect, test, vi } from 'vitest';

const routes = {
  "the owner's": () => import('./admin.tsx'),
  "the crews'": () => import('./admin-crew.tsx'),
};

beforeEach(() => {
  vi.resetModules();
});

test.each(Object.entries(routes))(
  '%s route knows the refusals that only she and her crews meet',
  async (_, load) => {
    await load();
    const { failureSentence } = await import('@/lib/failure-sentence.ts');
    const refusal = Object.assign(new Error('too_early'), { code: 'PT409' });
    expect(failureSentence(refusal)).toBe('You can record this once the appointment has started.');
  },
);
