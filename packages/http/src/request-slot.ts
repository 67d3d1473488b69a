import type { FastifyRequest } from 'fastify';

type Holding<T> = FastifyRequest & { [slot: symbol]: T | undefined };

/**
 * Something that is kept with each request. It is a property of the request and no entry of a WeakMap, which every garbage
 * collection has to go through.
 */
export class RequestSlot<T> {
  readonly #slot: symbol;

  constructor(name: string) {
    this.#slot = Symbol(name);
  }

  get(request: FastifyRequest): T | undefined {
    return (request as Holding<T>)[this.#slot];
  }

  set(request: FastifyRequest, value: T): T {
    (request as Holding<T>)[this.#slot] = value;
    return value;
  }
}
