/** Runs work that need not be in the frame that answers a press: once that frame is painted. */
export function afterPaint(work: () => void): void {
  requestAnimationFrame(() => setTimeout(work));
}
