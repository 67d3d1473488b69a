import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import type { OnError } from '../mcp-settings.js';
import { toolFailure } from '../tools/tool-failure.js';

/**
 * What a client hears of a request that failed. The SDK would tell it the words of any error, also those of our database,
 * and nobody else.
 */
export function refusal(error: unknown, onError: OnError): ProtocolError {
  if (error instanceof ProtocolError) return error;
  const failure = toolFailure(error, onError);
  const code = failure.retryable ? ProtocolErrorCode.InternalError : ProtocolErrorCode.InvalidParams;
  return new ProtocolError(code, failure.message, { error: failure });
}

/** Serves one request. @throws a ProtocolError, whatever failed */
export async function answeredOrRefused<Answer>(work: () => Promise<Answer>, onError: OnError): Promise<Answer> {
  try {
    return await work();
  } catch (error) {
    throw refusal(error, onError);
  }
}
