import { Controller, Get } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Needs, RawAnswer } from '@mailroom/http';
import { ApiSettings } from '../api-settings.js';

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
