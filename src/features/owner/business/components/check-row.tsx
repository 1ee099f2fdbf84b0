import type { ReactNode } from 'react';

type CheckRowProps = {
  checked: boolean;
  onChange: (checked: boolean) => void;
  children: ReactNode;
};

export const CheckRow = ({ checked, onChange, children }: CheckRowProps) => (
  <label className="check-row">
    <input type="checkbox" checked={checked} onChange={(event) => onChange(event.target.checked)} />
    <span>{children}</span>
  </label>
);
