import { useState, type ComponentProps } from 'react';
import { labelled } from './field.tsx';
import { TextInput } from './text-input.tsx';

/** A password that can be shown, which prevents mistypes. */
export const PasswordField = labelled<'input'>(PasswordInput);

function PasswordInput(props: ComponentProps<'input'>) {
  const [isShown, setIsShown] = useState(false);
  return (
    <div className="relative">
      <TextInput {...props} type={isShown ? 'text' : 'password'} className="pr-20" />
      <button
        type="button"
        aria-label={isShown ? 'Hide password' : 'Show password'}
        className="absolute inset-y-0 right-0 min-w-16 px-4 text-sm font-semibold underline underline-offset-4"
        onClick={() => setIsShown(!isShown)}
      >
        {isShown ? 'Hide' : 'Show'}
      </button>
    </div>
  );
}
