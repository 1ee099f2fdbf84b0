import type { SentTo } from './use-code-sign-in.ts';

/** That a code is awaited, and where it was sent. */
type Step = { kind: 'sign-up'; email: string } | { kind: 'code'; sentTo: SentTo };

const stepKey = 'awaited-code';

/** As long as a code works. */
const keptMs = 60 * 60_000;

/** Keeps the step in this tab: phones reload the page on the way back from the mail app. No code, no password. */
export function keepStep(step: Step): void {
  try {
    sessionStorage.setItem(stepKey, JSON.stringify({ step, until: Date.now() + keptMs }));
  } catch {
    // Without storage a reload loses the step.
  }
}

/** The step that this tab is at; null without one, and once its code has expired. */
export function keptStep(): Step | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(stepKey) ?? 'null') as {
      step: Step;
      until: number;
    } | null;
    return kept && kept.until > Date.now() ? kept.step : null;
  } catch {
    return null;
  }
}

export function forgetStep(): void {
  try {
    sessionStorage.removeItem(stepKey);
  } catch {
    // Nothing was kept.
  }
}
