import { Controller, Get } from '@nestjs/common';
import { Needs } from '@mailroom/http';
import { one, Operation } from '@mailroom/openapi';
import { RuntimeFacts } from './runtime-facts.js';
import { runtimeResource, type Runtime } from './runtime.js';

@Controller('meta')
export class RuntimeController {
  constructor(private readonly facts: RuntimeFacts) {}

  @Get('runtime')
  @Needs('public')
  @Operation({ summary: 'See chain, sign-in, prices and limits of this installation', answer: one(runtimeResource) })
  async getRuntime(): Promise<Runtime> {
    return this.facts.runtime;
  }
}
