// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { SearchField } from './search-field.tsx';

afterEach(cleanup);

const field = (value: string, onSearch: (search: string) => void) => (
  <SearchField label="Find" hint="Anything" value={value} onSearch={onSearch} />
);
const shown = () => screen.getByLabelText<HTMLInputElement>('Find').value;

test('an arriving result does not replace newer typed text', async () => {
  const onSearch = vi.fn();
  const { rerender } = render(field('', onSearch));
  await userEvent.type(screen.getByLabelText('Find'), 'smi');
  await waitFor(() => expect(onSearch).toHaveBeenCalledWith('smi'));
  await userEvent.keyboard('th');
  rerender(field('smi', onSearch));
  expect(shown()).toBe('smith');
});

test('a search set elsewhere is shown and not submitted again', async () => {
  const onSearch = vi.fn();
  const { rerender } = render(field('smith', onSearch));
  rerender(field('', onSearch));
  expect(shown()).toBe('');
  rerender(field('smith', onSearch));
  expect(shown()).toBe('smith');
  await userEvent.keyboard('{Tab}');
  expect(onSearch).not.toHaveBeenCalled();
});

test('does not search while the screen is being left', () => {
  const onSearch = vi.fn();
  render(field('', onSearch));
  const here = location.href;
  vi.useFakeTimers();
  fireEvent.change(screen.getByLabelText('Find'), { target: { value: 'smi' } });
  expect(vi.getTimerCount()).toBeGreaterThan(0);
  history.pushState(null, '', '/elsewhere');
  vi.runAllTimers();
  vi.useRealTimers();
  expect(onSearch).not.toHaveBeenCalled();
  history.replaceState(null, '', here);
});
