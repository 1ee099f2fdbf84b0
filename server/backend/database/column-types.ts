import { types, type CustomTypesConfig } from 'pg';

const { DATE, TIME, TIMESTAMP, TIMESTAMPTZ } = types.builtins;
const textTypes: readonly number[] = [DATE, TIME, TIMESTAMP, TIMESTAMPTZ];

const asText = (value: string) => value;

/**
 * Dates and times stay text: as a `Date`, a local date would become another day on a machine in another zone.
 */
export const columnTypes: CustomTypesConfig = {
  getTypeParser: (...[type, format]: Parameters<typeof types.getTypeParser>) => {
    if (format !== 'binary' && textTypes.includes(type)) return asText;
    return types.getTypeParser(type, format) as (value: string) => unknown;
  },
};
