import { CodedError } from './errors.ts';

/**
 * The body as text; stops reading beyond the limit, whatever its header says. Throws `invalid_json` for one that ends
 * early: its sender left, or was too slow.
 */
export async function readText(request: Request, limitBytes: number): Promise<string> {
  if (Number(request.headers.get('content-length') ?? 0) > limitBytes) {
    throw new CodedError('body_too_large');
  }
  if (!request.body) return '';
  const reader = request.body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read().catch(() => {
      throw new CodedError('invalid_json');
    });
    if (done) return text + decoder.decode();
    size += value.byteLength;
    if (size > limitBytes) {
      await reader.cancel();
      throw new CodedError('body_too_large');
    }
    text += decoder.decode(value, { stream: true });
  }
}
