import { provinces } from '@domain/contact/provinces.ts';
import { SelectField, type LabelledProps } from './field.tsx';

export const ProvinceField = (props: LabelledProps<'select'>) => (
  <SelectField {...props}>
    {provinces.map(({ code, name }) => (
      <option key={code} value={code}>
        {name}
      </option>
    ))}
  </SelectField>
);
