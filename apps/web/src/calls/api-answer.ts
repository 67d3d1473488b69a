/** What an API answered to a call of this process itself. */
export type ApiAnswer = { readonly status: number; readonly body: object; readonly retryAfter: string | null };

const PATIENCE_MS = 30_000;

/** Calls an API; one that cannot be reached answers with 502. */
export async function answerOf(url: URL, init: RequestInit): Promise<ApiAnswer> {
  try {
    const response = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(PATIENCE_MS) });
    const body = (await response.json().catch(() => ({}))) as object | null;
    return { status: response.status, body: body ?? {}, retryAfter: response.headers.get('retry-after') };
  } catch {
    const message = 'The service behind this page does not answer. Try again in a moment.';
    return { status: 502, body: { error: 'api_unreachable', message }, retryAfter: null };
  }
}
