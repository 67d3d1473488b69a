import { Controller, Get } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { RawAnswer } from '@mailroom/http';
import { ApiSettings } from '../api-settings.js';
import { ForEverybody } from '../auth/operator.guard.js';

@ApiExcludeController()
@Controller()
export class OpenApiController {
  constructor(private readonly settings: ApiSettings) {}

  @Get('openapi.json')
  @ForEverybody()
  document(): RawAnswer {
    return new RawAnswer(this.settings.document, { 'content-type': 'application/json' });
  }
}
