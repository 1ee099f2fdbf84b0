import { Component, type ReactNode } from 'react';
import { Button } from '@/components/ui/button.tsx';
import { buttonStyle } from '@/components/ui/button-style.ts';
import { paths } from '@/config/paths.ts';

type Props = { children: ReactNode };

/** Leaves out what failed to render, for parts without which a page is whole. React itself logs the error. */
export class Decoration extends Component<Props, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    return this.state.hasFailed ? null : this.props.children;
  }
}

/** Stands in for a screen that failed to render. */
export class ErrorBoundary extends Decoration {
  override render() {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <div role="alert" className="mx-auto max-w-3xl px-5 py-20 sm:px-8">
        <h1 className="heading-1">Unexpected Application Error!</h1>
        <p className="mt-5 text-lg text-ink-soft">
          Something went wrong on this page. Your bookings and payments aren’t affected.
        </p>
        {/* Both load the page anew, so that what broke is gone with it. */}
        <div className="mt-8 flex flex-wrap gap-3">
          <Button onClick={() => location.reload()}>Try again</Button>
          <a href={paths.home} className={buttonStyle('secondary')}>
            Back to Home
          </a>
        </div>
      </div>
    );
  }
}
