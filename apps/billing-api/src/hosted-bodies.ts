import { Injectable } from '@nestjs/common';
import { Admission, BodyAdmission, ClientAddresses } from '@mailroom/http';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Bodies are read for callers whose credential works and who may ask now; a signup is read for everybody, and is small. */
@Injectable()
export class HostedBodies extends BodyAdmission {
  override readonly maxBytes = 256 * 1024;

  constructor(
    private readonly admission: Admission,
    private readonly addresses: ClientAddresses,
  ) {
    super();
  }

  override async admit(request: FastifyRequest, reply: FastifyReply): Promise<string> {
    if (request.routeOptions.url?.startsWith('/public/')) return this.addresses.of(request.raw);
    const { tenantId } = await this.admission.admit(request, reply);
    return tenantId;
  }
}
