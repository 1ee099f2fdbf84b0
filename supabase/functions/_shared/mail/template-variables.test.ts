import { expect, test } from 'vitest';
import { defaultBusiness } from '../../../../domain/business/default-business.ts';
import { variableLabels } from '../../../../domain/mail/variable-labels.ts';
import { templateVariables } from './template-variables.ts';

test('every variable has a name in the words of the owner, and no name is left over', () => {
  const names = Object.values(templateVariables(defaultBusiness)).flatMap((one) =>
    Object.keys(one),
  );
  expect(Object.keys(variableLabels).sort()).toEqual([...new Set(names)].sort());
});
