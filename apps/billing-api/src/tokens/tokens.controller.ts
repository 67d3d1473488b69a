import { Body, Controller, Post } from '@nestjs/common';
import { Caller, Needs } from '@mailroom/http';
import type { Principal } from '@mailroom/identity';
import { one, Operation } from '@mailroom/openapi';
import { RotateTokenDto } from './rotate-token.dto.js';
import { rotatedTokenResource, rotatedTokenView } from './rotated-token.js';
import { TokenRotation } from './token-rotation.js';

@Controller('v1/auth/token')
export class TokensController {
  constructor(private readonly rotation: TokenRotation) {}

  @Post('rotate')
  @Needs('any')
  @Operation({ summary: 'Replace the token before it ends', status: 201, answer: one(rotatedTokenResource) })
  async rotateToken(@Caller() caller: Principal, @Body() { delivery = 'inline' }: RotateTokenDto) {
    return rotatedTokenView(await this.rotation.rotate(caller, delivery), delivery);
  }
}
