import type { ComponentProps } from 'react';
import { buttonStyle, type ButtonVariant } from './button-style.ts';

type ButtonProps = ComponentProps<'button'> & {
  variant?: ButtonVariant;
  /** While busy, the button stays focusable, says so, and ignores presses. */
  busy?: boolean;
};

export function Button({
  variant = 'primary',
  busy = false,
  type = 'button',
  className,
  onClick,
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      aria-disabled={busy || rest['aria-disabled']}
      aria-busy={busy || undefined}
      className={buttonStyle(variant, className)}
      onClick={(event) => {
        // A busy submit button must not submit the form a second time.
        if (busy) event.preventDefault();
        else onClick?.(event);
      }}
    >
      {busy && <span className="spinner size-4" aria-hidden="true" />}
      {children}
    </button>
  );
}
