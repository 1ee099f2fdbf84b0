import type { ComponentProps } from 'react';
import { provinces } from '@domain/contact/provinces.ts';
import { Select } from './select.tsx';

export const ProvinceSelect = (props: ComponentProps<'select'>) => (
  <Select {...props}>
    {provinces.map(({ code, name }) => (
      <option key={code} value={code}>
        {name}
      </option>
    ))}
  </Select>
);
