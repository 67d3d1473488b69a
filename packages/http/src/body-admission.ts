import type { FastifyReply, FastifyRequest } from 'fastify';
import { AddRouteConfig } from './route-config.js';

/** Decides, before a byte of it is read, whether a body is read, and how much of it. Each surface has its own. */
export abstract class BodyAdmission {
  /** The limit on an operation's body, unless the operation sets its own with `@MaxBodyBytes`. */
  abstract readonly maxBytes: number;
  /**
   * Resolves to the holder of the body: large bodies of one holder leave room for those of others.
   * @throws whatever the sender is to be answered instead
   */
  abstract admit(request: FastifyRequest, reply: FastifyReply): Promise<string>;
}

type BodyConfig = { readonly maxBodyBytes?: number };

/** Sets an operation's own limit on its body. */
export const MaxBodyBytes = (maxBodyBytes: number): MethodDecorator =>
  AddRouteConfig({ maxBodyBytes } satisfies BodyConfig);

/** The limit on the body of an operation, by the configuration of its route. */
export function bodyLimitOf(config: unknown, { maxBytes }: BodyAdmission): number {
  return (config as BodyConfig | undefined)?.maxBodyBytes ?? maxBytes;
}
