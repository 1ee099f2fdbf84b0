/** "4242424242424242" -> "4242 4242 4242 4242"; American Express in its own groups of 4, 6 and 5. */
export function formatCardNumber(typed: string): string {
  const digits = typed.replace(/\D/g, '').slice(0, 19);
  const groups = /^3[47]/.test(digits) ? [4, 6, 5] : [4, 4, 4, 4, 3];
  const parts: string[] = [];
  let from = 0;
  for (const size of groups) {
    if (from < digits.length) parts.push(digits.slice(from, from + size));
    from += size;
  }
  return parts.join(' ');
}

/** "1227" -> "12 / 27", "4" -> "04", "12/2027" -> "12 / 2027". */
export function formatExpiry(typed: string): string {
  const started = typed.replace(/^\s*(\d)\s*\//, '0$1').replace(/\D/g, '');
  const digits = /^[2-9]/.test(started) ? `0${started}` : started;
  const year = digits.slice(2);
  const month = digits.slice(0, 2);
  return year === '' ? month : `${month} / ${year.slice(0, year.startsWith('20') ? 4 : 2)}`;
}

export function formatSecurityCode(typed: string): string {
  return typed.replace(/\D/g, '').slice(0, 4);
}

/**
 * Formats what is being typed in place, and puts the caret behind the digit it was behind: without
 * that, a correction in the middle would throw it to the end.
 */
export function reformat(input: HTMLInputElement, format: (typed: string) => string) {
  const caret = input.selectionStart ?? input.value.length;
  const isAtEnd = caret === input.value.length;
  const digitsBefore = input.value.slice(0, caret).replace(/\D/g, '').length;
  const formatted = format(input.value);
  if (formatted === input.value) return;
  input.value = formatted;
  if (isAtEnd) return;
  const position = positionAfter(formatted, digitsBefore);
  input.setSelectionRange(position, position);
}

function positionAfter(text: string, digits: number): number {
  let seen = 0;
  for (let position = 0; position < text.length; position++) {
    if (seen === digits) return position;
    if (/\d/.test(text[position] ?? '')) seen++;
  }
  return text.length;
}
