import { Injectable, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { Admission, AuthGuard, BodyAdmission } from '@mailroom/http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { HostCheck } from './host-check.js';

/** Decides access: who is called, and by whom. */
@Injectable()
export class McpGuard extends AuthGuard {
  constructor(
    reflector: Reflector,
    admission: Admission,
    private readonly hosts: HostCheck,
  ) {
    super(reflector, admission);
  }

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    this.hosts.require(context.switchToHttp().getRequest<FastifyRequest>().raw);
    return super.canActivate(context);
  }
}

/** A body is read only for a caller whose credential works and who may ask now. */
@Injectable()
export class McpBodies extends BodyAdmission {
  /** A message of a million characters as text and as HTML, in JSON. */
  override readonly maxBytes = 4 * 1024 * 1024;

  constructor(
    private readonly admission: Admission,
    private readonly hosts: HostCheck,
  ) {
    super();
  }

  override async admit(request: FastifyRequest, reply: FastifyReply): Promise<string> {
    this.hosts.require(request.raw);
    const { tenantId } = await this.admission.admit(request, reply);
    return tenantId;
  }
}
