import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { singleHeader } from '@mailroom/http';
import type { FastifyRequest } from 'fastify';
import { PROOF_HEADER } from '../leases/payment-proof.header.js';

/** What comes with a send beside its body. */
export type SendHeaders = { readonly idempotencyKey: string | undefined; readonly proof: string | undefined };

/** What is read of the headers of a send, as a controller's parameter. */
export const SentWith = createParamDecorator((_: unknown, context: ExecutionContext): SendHeaders => {
  const { raw } = context.switchToHttp().getRequest<FastifyRequest>();
  return { idempotencyKey: singleHeader(raw, 'idempotency-key'), proof: singleHeader(raw, PROOF_HEADER) };
});
