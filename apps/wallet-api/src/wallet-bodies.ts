import { Injectable } from '@nestjs/common';
import { Admission, BodyAdmission, ClientAddresses } from '@mailroom/http';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Bodies are read for callers whose credential works and who may ask now; what a sign-in takes is small, and anybody's. */
@Injectable()
export class WalletBodies extends BodyAdmission {
  override readonly maxBytes = 256 * 1024;

  constructor(
    private readonly admission: Admission,
    private readonly addresses: ClientAddresses,
  ) {
    super();
  }

  override async admit(request: FastifyRequest, reply: FastifyReply): Promise<string> {
    const path = request.routeOptions.url ?? '';
    if (path.startsWith('/v2/auth/siwe/') || path === '/v2/mailboxes/sign-in') return this.addresses.of(request.raw);
    const { tenantId } = await this.admission.admit(request, reply);
    return tenantId;
  }
}
