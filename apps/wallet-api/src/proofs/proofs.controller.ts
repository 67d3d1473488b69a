import { Body, Controller, Headers, Post, Res, UseInterceptors } from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';
import { PaymentProofs, type PaidCall } from '@mailroom/billing';
import { invalidField } from '@mailroom/errors';
import { announceSettled, Caller, Needs, PaymentHeaders } from '@mailroom/http';
import type { Principal } from '@mailroom/identity';
import { protectedRoutes } from '@mailroom/leases';
import { one, Operation } from '@mailroom/openapi';
import type { FastifyReply } from 'fastify';
import { ApiSettings } from '../api-settings.js';
import { WalletCaller } from '../leases/wallet-caller.js';
import { IssueProofDto } from './proof.dto.js';
import { proofResource, proofView } from './proof.js';

const SIGNATURE = 'payment-signature';
const quoted = 'It costs a credit. Without any, the answer is 402 and a quote, which the same request pays, signed.';

@Controller('payments')
@UseInterceptors(PaymentHeaders)
@ApiHeader({ name: SIGNATURE, required: false, description: 'the quote, signed by an x402 client, version 2' })
export class ProofsController {
  constructor(
    private readonly callers: WalletCaller,
    private readonly proofs: PaymentProofs,
    private readonly settings: ApiSettings,
  ) {}

  @Post('proof')
  @Needs('any')
  @Operation({ summary: 'Get a proof that pays for one call', description: quoted, answer: one(proofResource) })
  async issueProof(
    @Caller() caller: Principal,
    @Body() body: IssueProofDto,
    @Headers(SIGNATURE) proof: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const call = this.#call(caller, body);
    const issued = await this.proofs.issue({ ...call, baseUrl: this.settings.baseUrl, proof }, call);
    if (issued.receipt) announceSettled(reply, issued.receipt);
    return proofView(issued, call);
  }

  #call(caller: Principal, body: IssueProofDto): PaidCall {
    this.callers.require(caller);
    return { tenantId: caller.tenantId, ...routeOf(body) };
  }
}

/** @throws invalid_request */
function routeOf({ method, path }: IssueProofDto): { readonly method: string; readonly path: string } {
  const [plain = ''] = path.split('?', 1);
  const routes = Object.values(protectedRoutes);
  const route = routes.find((known) => known.method === method && known.path === plain);
  if (route) return route;
  const known = routes.map((each) => `${each.method} ${each.path}`).join(', ');
  throw invalidField('path', `must be, with method, one of the calls that cost something: ${known}`);
}
