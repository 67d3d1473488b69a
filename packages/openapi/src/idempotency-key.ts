import { ApiHeader } from '@nestjs/swagger';

/** Describes the header under which the same request is done once, however often it is sent. */
export const IdempotencyKey = (description = 'at most 128 characters; kept for 24 hours'): MethodDecorator =>
  ApiHeader({ name: 'Idempotency-Key', required: false, description });
