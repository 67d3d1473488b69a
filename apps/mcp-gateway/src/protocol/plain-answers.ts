import type { NestInterceptor, CallHandler, ExecutionContext } from '@nestjs/common';

/** Operations write their answers themselves. */
export class PlainAnswers implements NestInterceptor {
  intercept(_context: ExecutionContext, next: CallHandler) {
    return next.handle();
  }
}
