/**
 * XMLHttpRequest as far as uploads use it, over the test's own fetch: half of the body is reported
 * as sent before the answer, and all of it with the answer.
 */
export class FakeUpload extends EventTarget {
  readonly upload = new EventTarget();
  status = 0;
  responseText = '';
  #method = 'GET';
  #url = '';
  readonly #headers = new Headers();

  open(method: string, url: string | URL) {
    this.#method = method;
    this.#url = String(url);
  }

  setRequestHeader(name: string, value: string) {
    this.#headers.set(name, value);
  }

  send(body: BodyInit) {
    void this.#answer(body);
  }

  async #answer(body: BodyInit) {
    this.#progress(50);
    try {
      const init = { method: this.#method, headers: this.#headers, body };
      const response = await fetch(this.#url, init);
      this.#progress(100);
      this.status = response.status;
      this.responseText = await response.text();
      this.dispatchEvent(new Event('load'));
    } catch {
      this.dispatchEvent(new Event('error'));
    }
  }

  #progress(loaded: number) {
    const event = Object.assign(new Event('progress'), {
      loaded,
      total: 100,
      lengthComputable: true,
    });
    this.upload.dispatchEvent(event);
  }
}
