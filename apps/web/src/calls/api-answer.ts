/** What an API answered to a call of this process itself. */
export type ApiAnswer = { readonly status: number; readonly body: object; readonly retryAfter: string | null };

const PATIENCE_MS = 30_000;
const message = 'The service behind this page does not answer. Try again in a moment.';
const unreachable: ApiAnswer = { status: 502, body: { error: 'api_unreachable', message }, retryAfter: null };

/** Calls an API; one that cannot be reached answers with 502. */
export async function answerOf(url: URL, init: RequestInit): Promise<ApiAnswer> {
  try {
    const response = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(PATIENCE_MS) });
    // A page of HTML comes from something that is not the API.
    const isJson = /^application\/json\b/.test(response.headers.get('content-type') ?? '');
    if (!isJson && response.status !== 204) return unreachable;
    const body = (await response.json().catch(() => ({}))) as object | null;
    return { status: response.status, body: body ?? {}, retryAfter: response.headers.get('retry-after') };
  } catch {
    return unreachable;
  }
}
