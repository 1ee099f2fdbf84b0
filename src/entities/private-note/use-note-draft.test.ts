// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { useNoteDraft, type NoteSaving } from './use-note-draft.ts';

const saving = (state: Partial<Pick<NoteSaving, 'error' | 'isPending'>> = {}): NoteSaving => ({
  ...{ error: null, isPending: false, mutate: vi.fn(), reset: vi.fn() },
  ...state,
});

test('what was typed stays when it is refused, although it was shown as the note until then', () => {
  const { result, rerender } = renderHook(({ note, state }) => useNoteDraft(note, state), {
    initialProps: { note: { text: '', version: 0 }, state: saving() },
  });
  act(() => result.current.write('Mine'));
  const version = 1;
  // Another tab saves, and this device shows its own note until that is answered.
  rerender({ note: { text: 'Theirs', version }, state: saving() });
  rerender({ note: { text: 'Mine', version }, state: saving({ isPending: true }) });
  const refused = saving({ error: new Error('note_changed') });
  rerender({ note: { text: 'Mine', version }, state: refused });
  rerender({ note: { text: 'Theirs', version }, state: refused });
  expect(result.current).toMatchObject({ text: 'Mine', isBehind: true, isChanged: true });
});

test('a note that somebody else saves is shown while nothing else is typed', () => {
  const { result, rerender } = renderHook(
    ({ text }) => useNoteDraft({ text, version: 0 }, saving()),
    {
      initialProps: { text: '' },
    },
  );
  act(() => result.current.write('Dog'));
  rerender({ text: 'Dog' });
  expect(result.current.isChanged).toBe(false);
  rerender({ text: 'Cat' });
  expect(result.current.text).toBe('Cat');
});
