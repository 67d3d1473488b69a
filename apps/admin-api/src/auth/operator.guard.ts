import { createParamDecorator, Injectable, SetMetadata, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { RequestSlot } from '@mailroom/http';
import type { OperatorCall } from '@mailroom/identity';
import type { FastifyRequest } from 'fastify';
import { OperatorAdmission } from './operator-admission.js';

const PUBLIC = 'mailroom:admin-public';

/** Everybody may ask this; every other operation is for the operator alone. */
export const ForEverybody = () => SetMetadata(PUBLIC, true);

const operators = new RequestSlot<OperatorCall>('operator');

/** The operator's call, as a controller's parameter. */
export const Operator = createParamDecorator((_: unknown, context: ExecutionContext): OperatorCall => {
  const call = operators.get(context.switchToHttp().getRequest<FastifyRequest>());
  if (!call) throw new Error('This operation is for everybody.');
  return call;
});

@Injectable()
export class OperatorGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly admission: OperatorAdmission,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const places = [context.getHandler(), context.getClass()];
    if (this.reflector.getAllAndOverride<boolean | undefined>(PUBLIC, places) === true) return true;
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    operators.set(request, await this.admission.admit(request));
    return true;
  }
}
