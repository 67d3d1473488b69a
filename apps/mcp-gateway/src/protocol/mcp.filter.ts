import { Catch, type ArgumentsHost } from '@nestjs/common';
import type { DomainError } from '@mailroom/errors';
import { sendFailure, statusByCode, type FailureFilter, type OnFailure } from '@mailroom/http';
import type { FastifyReply, FastifyRequest } from 'fastify';

const PARSE_ERROR = -32_700;
const INVALID_REQUEST = -32_600;
const SERVER_ERROR = -32_000;

type Options = {
  readonly resourceMetadataUrl: string;
  readonly onError: OnFailure;
};

/** Answers what fails before there is a message of the protocol, as an error of JSON-RPC with its HTTP status. */
@Catch()
export class McpFilter implements FailureFilter {
  constructor(private readonly options: Options) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    this.send(error, http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>());
  }

  send(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
    const { onError } = this.options;
    sendFailure(error, request, reply, {
      bodyOf: mcpError,
      onError,
      challengeOf: (failure) => this.#challenge(failure),
    });
  }

  /** Leads a client that has no token to where it gets one (RFC 9728 §5.1). */
  #challenge({ code }: DomainError): string {
    const error = code === 'missing_token' ? '' : 'error="invalid_token", ';
    return `Bearer ${error}resource_metadata="${this.options.resourceMetadataUrl}", scope="read send"`;
  }
}

/** The error of JSON-RPC for what is no message of the protocol. */
export function mcpError({ code: type, detail: message, fix }: DomainError, requestId: string): object {
  const status = statusByCode[type];
  const code = status === 400 ? PARSE_ERROR : status < 500 ? INVALID_REQUEST : SERVER_ERROR;
  const data = { type, ...(fix !== undefined && { fix }), requestId };
  return { jsonrpc: '2.0', id: null, error: { code, message, data } };
}
