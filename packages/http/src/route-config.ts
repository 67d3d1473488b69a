import { RouteConfig } from '@nestjs/platform-fastify';
import { FASTIFY_ROUTE_CONFIG_METADATA } from '@nestjs/platform-fastify/constants.js';

/** Adds to what is known of an operation's route; `RouteConfig` by itself replaces what another decorator said. */
export const AddRouteConfig =
  (config: object): MethodDecorator =>
  (target, key, descriptor) => {
    const known = Reflect.getMetadata(FASTIFY_ROUTE_CONFIG_METADATA, descriptor.value as object) as object | undefined;
    RouteConfig({ ...known, ...config })(target, key, descriptor);
  };
