import { Controller, Get } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Needs } from '@mailroom/http';
import { ApiSettings } from '../api-settings.js';
import { RawAnswer } from '../envelope/envelope.interceptor.js';

@ApiExcludeController()
@Controller()
export class OpenApiController {
  constructor(private readonly settings: ApiSettings) {}

  @Get('openapi.json')
  @Needs('public')
  document(): RawAnswer {
    return new RawAnswer(this.settings.document, { 'content-type': 'application/json' });
  }
}
