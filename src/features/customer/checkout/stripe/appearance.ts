import type { Appearance } from '@stripe/stripe-js';

/** The look of this site inside the provider's frames, which our styles do not reach. */
export const appearance: Appearance = {
  theme: 'flat',
  variables: {
    fontFamily: 'Archivo, Arial, sans-serif',
    fontSizeBase: '16px',
    colorPrimary: '#12382d',
    colorBackground: '#fcfbf7',
    colorText: '#0b1512',
    colorTextSecondary: '#46534d',
    colorTextPlaceholder: '#676f69',
    colorDanger: '#9f2219',
    borderRadius: '3px',
    gridRowSpacing: '20px',
  },
  rules: {
    '.Input': { border: '1px solid #7d8178', padding: '13px 14px' },
    '.Input:focus': { border: '1px solid #12382d', outline: '2px solid #12382d' },
    '.Tab': { border: '1px solid #7d8178' },
    '.Tab--selected': { border: '1px solid #12382d' },
    '.Label': { fontSize: '14px', fontWeight: '600', color: '#0b1512' },
  },
};
