import { Injectable } from '@nestjs/common';
import { BodyAdmission } from '@mailroom/http';
import type { FastifyRequest } from 'fastify';
import { OperatorAdmission } from './operator-admission.js';

/** Bodies are read for the operator alone, and are small: a reason, a version, a number. */
@Injectable()
export class OperatorBodies extends BodyAdmission {
  override readonly maxBytes = 16 * 1024;

  constructor(private readonly admission: OperatorAdmission) {
    super();
  }

  override async admit(request: FastifyRequest): Promise<string> {
    return (await this.admission.admit(request)).level;
  }
}
