import { useId, type ComponentProps, type ComponentType, type ReactNode } from 'react';
import { TextInput } from './text-input.tsx';

/** What a control needs to belong to its label, hint and error. Spread it on the input. */
type FieldControl = {
  id: string;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
  'aria-required': true | undefined;
};

type FieldProps = {
  label: string;
  error?: string | undefined;
  hint?: ReactNode;
  required?: boolean | undefined;
  className?: string | undefined;
  children: (control: FieldControl) => ReactNode;
};

/** A label over a control, with the hint below it and, when there is one, the error. */
export function Field({ label, error, hint, required, className, children }: FieldProps) {
  const id = useId();
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const describedBy = [error ? errorId : '', hint ? hintId : ''].filter(Boolean).join(' ');
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-2 block text-sm font-semibold">
        {label}
        {required && (
          <span aria-hidden="true" className="text-brass">
            {' *'}
          </span>
        )}
      </label>
      {children({
        id,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': describedBy || undefined,
        'aria-required': required ? true : undefined,
      })}
      {hint && (
        <p id={hintId} className="mt-2 text-sm text-ink-soft">
          {hint}
        </p>
      )}
      {error && (
        <p id={errorId} className="mt-2 text-sm font-medium text-danger">
          {error}
        </p>
      )}
    </div>
  );
}

type Tag = 'input' | 'select' | 'textarea';

/** `className` is that of the whole field, `controlClassName` that of the control. */
export type LabelledProps<T extends Tag> = Omit<ComponentProps<T>, keyof FieldProps> &
  Omit<FieldProps, 'children'> & { controlClassName?: string; children?: ReactNode };

/** Makes a control bring its label, hint and error along. */
export function labelled<T extends Tag>(Control: ComponentType<ComponentProps<T>>) {
  return function LabelledControl(props: LabelledProps<T>) {
    const { label, error, hint, required, className, controlClassName, ...own } = props;
    const rest = own as unknown as ComponentProps<T>;
    return (
      <Field label={label} error={error} hint={hint} required={required} className={className}>
        {(control) => <Control {...control} {...rest} className={controlClassName} />}
      </Field>
    );
  };
}

export const TextField = labelled<'input'>(TextInput);

export const TextAreaField = labelled<'textarea'>(({ className = '', rows = 4, ...rest }) => (
  <textarea {...rest} rows={rows} className={`control resize-y ${className}`} />
));

/** The platform's own list: it opens well on every device. Options are its children. */
export const SelectField = labelled<'select'>(({ className = '', ...rest }) => (
  <select {...rest} className={`control control-select ${className}`} />
));
