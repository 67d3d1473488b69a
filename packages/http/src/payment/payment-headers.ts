import { DomainError } from '@mailroom/errors';
import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { catchError, type Observable } from 'rxjs';

/** How a payment was settled, as far as its payer is told. */
type Settled = { readonly transaction: string | null; readonly network: string; readonly payer: string };

/** Adds to failures of a payment the headers that x402 clients read. */
@Injectable()
export class PaymentHeaders implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const reply = context.switchToHttp().getResponse<FastifyReply>();
    return next.handle().pipe(
      catchError((error: unknown) => {
        if (error instanceof DomainError) announce(reply, error);
        throw error;
      }),
    );
  }
}

function announce(reply: FastifyReply, { code, detail, details }: DomainError): void {
  const { quote, reason, transaction } = details;
  if (typeof quote !== 'object' || quote === null) return;
  reply.header('payment-required', encodeHeader({ ...quote, error: detail }));
  if (code !== 'payment_failed') return;
  const { network } = (quote as { accepts: { network: string }[] }).accepts[0] ?? {};
  const answer = { success: false, errorReason: reason, transaction: transaction ?? '', network };
  reply.header('payment-response', encodeHeader(answer));
}

/** Tells an x402 client how its payment was settled. */
export function announceSettled(reply: FastifyReply, { transaction, network, payer }: Settled): void {
  reply.header('payment-response', encodeHeader({ success: true, transaction, network, payer }));
}

/** The value of an x402 header. */
function encodeHeader(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64');
}
