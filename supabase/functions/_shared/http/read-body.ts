import { CodedError } from './errors.ts';

/** The body as text; stops reading beyond the limit, whatever its header says. */
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
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    size += value.byteLength;
    if (size > limitBytes) {
      await reader.cancel();
      throw new CodedError('body_too_large');
    }
    text += decoder.decode(value, { stream: true });
  }
}
