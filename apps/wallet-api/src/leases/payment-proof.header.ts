import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';
import { singleHeader } from '@mailroom/http';
import type { FastifyRequest } from 'fastify';

/** The header that carries a proof of payment. */
export const PROOF_HEADER = 'x-payment-proof';

/** Describes it for an operation that is free up to a limit. */
export const PaymentProofHeader = (): MethodDecorator =>
  ApiHeader({
    name: PROOF_HEADER,
    required: false,
    description: 'a proof of POST /v2/payments/proof for this method and path, beyond the free limit',
  });

/** What the header says, as a controller's parameter. */
export const Proof = createParamDecorator((_: unknown, context: ExecutionContext): string | undefined => {
  return singleHeader(context.switchToHttp().getRequest<FastifyRequest>().raw, PROOF_HEADER);
});
