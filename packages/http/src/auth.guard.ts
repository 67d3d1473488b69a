import { createParamDecorator, Injectable, SetMetadata, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { requireManager, requireScope, type Principal, type Scope } from '@mailroom/identity';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Admission } from './admission.js';
import { RequestSlot } from './request-slot.js';

const ACCESS = 'mailroom:access';

type Access = Scope | 'manager' | 'any' | 'public';

/**
 * The access that an operation requires; every operation must state it. `any` is any principal; a public one needs none.
 */
export const Needs = (access: Access) => SetMetadata(ACCESS, access);

const principals = new RequestSlot<Principal>('principal');

/** The authenticated caller, as a controller's parameter. */
export const Caller = createParamDecorator((_: unknown, context: ExecutionContext): Principal => {
  const principal = principals.get(context.switchToHttp().getRequest<FastifyRequest>());
  if (!principal) throw new Error('A public operation has no caller.');
  return principal;
});

/** Decides access to every operation of an app; an operation that does not state its needs is closed. */
@Injectable()
export class AuthGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly admission: Admission,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const access = this.reflector.getAllAndOverride<Access | undefined>(ACCESS, [
      context.getHandler(),
      context.getClass(),
    ]);
    if (access === 'public') return true;
    if (access === undefined) throw new Error(`${context.getHandler().name} does not say what it needs.`);
    const http = context.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const principal = await this.admission.admit(request, http.getResponse<FastifyReply>());
    if (access === 'manager') requireManager(principal);
    else if (access !== 'any') requireScope(principal, access);
    principals.set(request, principal);
    return true;
  }
}
