import { Module } from '@nestjs/common';
import { IdentityModule } from '@mailroom/identity';
import { AuthGuard } from './auth.guard.js';

@Module({ imports: [IdentityModule], providers: [AuthGuard], exports: [AuthGuard] })
export class HttpModule {}
