import { Injectable } from '@nestjs/common';
import { Admission, BodyAdmission } from '@mailroom/http';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** The agent API reads a body only for a caller whose credential works and who may ask now. */
@Injectable()
export class CallerBodies extends BodyAdmission {
  override readonly maxBytes = 256 * 1024;

  constructor(private readonly admission: Admission) {
    super();
  }

  override async admit(request: FastifyRequest, reply: FastifyReply): Promise<string> {
    const { tenantId } = await this.admission.admit(request, reply);
    return tenantId;
  }
}
