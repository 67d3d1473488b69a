/** What a person fills in on the consent page. */
export type Consent = {
  readonly token: string;
  readonly answer?: 'allow' | 'deny';
  /** Which mailbox, where the token is a manager's. */
  readonly accountId?: number;
  /** The same by its address, where there are more than the page lists. */
  readonly address?: string;
};

/** A browser without scripts: it keeps cookies, follows redirects, and sends the forms of the pages that it meets. */
export class FormBrowser {
  readonly #cookies = new Map<string, string>();
  /** The pages that it was shown. */
  readonly pages: { readonly status: number; readonly html: string; readonly headers: Headers }[] = [];

  /** Opens an address and consents; returns where the answer was sent, which is not opened. */
  async consent(url: URL | string, { token, answer = 'allow', accountId, address = '' }: Consent): Promise<URL> {
    const home = new URL(url).origin;
    let next = new URL(url);
    let form: URLSearchParams | null = null;
    for (let step = 0; step < 15; step += 1) {
      if (next.origin !== home) return next;
      const response = await this.#request(next, form);
      form = null;
      const location = response.headers.get('location');
      if (location !== null) {
        next = new URL(location, next);
        continue;
      }
      const html = await response.text();
      this.pages.push({ status: response.status, html, headers: response.headers });
      const isAsked = html.includes('<form') && !html.includes('role="alert"');
      if (!isAsked) throw new Error(`${response.status}: ${html.replace(/<style>.*?<\/style>/gs, '')}`);
      form = new URLSearchParams({
        token,
        answer,
        ...(html.includes('name="accountId"') && { accountId: String(accountId) }),
        ...(html.includes('name="address"') && { address }),
      });
    }
    throw new Error('The browser went in circles.');
  }

  async #request(url: URL, form: URLSearchParams | null): Promise<Response> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, {
      redirect: 'manual',
      method: form ? 'POST' : 'GET',
      headers: { cookie, ...(form && { 'content-type': 'application/x-www-form-urlencoded' }) },
      ...(form && { body: form.toString() }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      this.#cookies.set(name, value);
    }
    return response;
  }
}
