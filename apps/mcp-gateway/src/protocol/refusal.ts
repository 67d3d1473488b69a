import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { toolFailure } from '../tools/tool-failure.js';

type OnError = (error: unknown) => void;

/**
 * What a client hears of a request that failed. The SDK would tell it the words of any error, also those of our database,
 * and nobody else.
 */
export function refusal(error: unknown, onError: OnError): ProtocolError {
  if (error instanceof ProtocolError) return error;
  const failure = toolFailure(error);
  if (failure.type === 'internal_error') onError(error);
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
