import type { MouseEvent } from 'react';

/** The first stop of the keyboard: past the header, straight to the screen. */
export function SkipLink() {
  return (
    <a href="#content" className="skip-link" onClick={skip}>
      Skip to content
    </a>
  );
}

// The history stays as it is: the router would take the fragment for a step to a screen that was told nothing, and
// checkout or scheduling would have lost their booking.
function skip(event: MouseEvent) {
  event.preventDefault();
  document.getElementById('content')?.focus();
}
