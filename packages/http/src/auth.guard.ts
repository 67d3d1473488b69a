import { createParamDecorator, Injectable, SetMetadata, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { requireManager, requireScope, TokenAuthenticator, type Principal, type Scope } from '@mailroom/identity';
import type { FastifyRequest } from 'fastify';
import { tokenTextOf } from './credentials.js';

const ACCESS = 'mailroom:access';

type Access = Scope | 'manager' | 'public';

/** What a caller needs for an operation; every operation must say. */
export const Needs = (access: Access) => SetMetadata(ACCESS, access);

const principals = new WeakMap<FastifyRequest, Principal>();

/** The authenticated caller, as a controller's parameter. */
export const Caller = createParamDecorator((_: unknown, context: ExecutionContext): Principal => {
  const principal = principals.get(context.switchToHttp().getRequest<FastifyRequest>());
  if (!principal) throw new Error('A public operation has no caller.');
  return principal;
});

/** Decides access to every operation of an app; one that does not say what it needs is closed. */
@Injectable()
export class AuthGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly tokens: TokenAuthenticator,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const access = this.reflector.getAllAndOverride<Access | undefined>(ACCESS, [
      context.getHandler(),
      context.getClass(),
    ]);
    if (access === 'public') return true;
    if (access === undefined) throw new Error(`${context.getHandler().name} does not say what it needs.`);
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const principal = await this.tokens.authenticate(tokenTextOf(request.raw));
    if (access === 'manager') requireManager(principal);
    else requireScope(principal, access);
    principals.set(request, { ...principal, requestId: String(request.id) });
    return true;
  }
}
