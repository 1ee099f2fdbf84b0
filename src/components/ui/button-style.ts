export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger';

const base =
  'button inline-flex items-center justify-center gap-3 text-center text-base ' +
  'leading-tight font-semibold transition-colors duration-150 ' +
  'disabled:cursor-not-allowed aria-disabled:cursor-not-allowed';

const looks: Record<ButtonVariant, string> = {
  primary: 'button-primary',
  secondary: 'button-secondary',
  ghost: 'button-ghost',
  danger: 'button-danger',
};

/** The classes of a button, for links that look like one. */
export function buttonStyle(variant: ButtonVariant = 'primary', className = ''): string {
  return `${base} ${looks[variant]} ${className}`;
}
