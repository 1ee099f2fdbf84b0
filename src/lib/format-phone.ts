export { formatPhone } from '@domain/contact/format-phone.ts';
