// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderScreen } from '@/testing/render-screen.tsx';
import { BoardFrame } from './board-frame.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

function show(rowTop: number) {
  const scroll = vi.fn();
  vi.stubGlobal('scrollBy', scroll);
  let height = 1;
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(
    () => new DOMRect(0, rowTop, 300, height),
  );
  renderScreen(
    <BoardFrame drawing="day" openAt="16:05" inert={false}>
      <div data-time="16:00:00">4 PM</div>
    </BoardFrame>,
    { path: '/admin/bookings' },
  );
  const board = screen.getByText('4 PM').parentElement;
  return { scroll, board, measured: () => void (height = 30) };
}

test('the board is hidden until it is measured, and then opens at its time', async () => {
  const { scroll, board, measured } = show(900);
  expect(board?.dataset).toHaveProperty('settling');
  expect(scroll).not.toHaveBeenCalled();
  measured();
  await waitFor(() => expect(board?.dataset).not.toHaveProperty('settling'));
  expect(scroll).toHaveBeenCalledWith(0, 900 - window.innerHeight / 3);
});

test('a board whose time is in sight does not scroll', async () => {
  const { scroll, board, measured } = show(300);
  measured();
  await waitFor(() => expect(board?.dataset).not.toHaveProperty('settling'));
  expect(scroll).not.toHaveBeenCalled();
});
