// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { quickStyles } from './quick-styles.ts';

afterEach(cleanup);

const elements = (
  <>
    <p hidden>hidden</p>
    <p style={{ display: 'none' }}>not displayed</p>
    <details>
      <summary>closed</summary>
      <p>folded</p>
    </details>
    <details open>
      <summary>open</summary>
      <p>unfolded</p>
    </details>
    <dialog>a closed dialog</dialog>
    <dialog open>an open dialog</dialog>
    <input type="hidden" />
    <ul style={{ visibility: 'hidden', pointerEvents: 'none' }}>
      <li>invisible</li>
      <li style={{ visibility: 'visible', pointerEvents: 'auto' }}>visible again</li>
    </ul>
    <table>
      <tbody>
        <tr>
          <td>
            <span>a cell</span>
          </td>
        </tr>
      </tbody>
    </table>
  </>
);

test('equal those of jsdom, and leave the others to it', () => {
  const { container } = render(elements);
  const { window } = (globalThis as unknown as { jsdom: { window: Window } }).jsdom;
  const computed = (element: Element) => window.getComputedStyle(element);
  const quick = quickStyles(computed);
  const all = Array.from(container.querySelectorAll('*'));
  const stylesOf = (styles: typeof computed) =>
    all.map((one) => {
      const style = styles(one);
      const { display, pointerEvents, color } = style;
      return [one.outerHTML, display, pointerEvents, color, style.getPropertyValue('visibility')];
    });
  expect(stylesOf(quick)).toEqual(stylesOf(computed));
  expect(stylesOf(quick)).toEqual(stylesOf(computed));
  expect(all.filter((one) => quick(one).display === 'none').length).toBeGreaterThan(3);
});
