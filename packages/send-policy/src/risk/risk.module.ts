import { Module, type DynamicModule } from '@nestjs/common';
import { IdentityModule } from '@mailroom/identity';
import { RiskControls } from './risk-controls.js';
import { RiskEventRepository } from './risk-event.repository.js';
import { RiskFactsRepository } from './risk-facts.repository.js';
import { RiskThresholds } from './risk-thresholds.js';

/** The controls, for the app that runs them. */
@Module({})
export class RiskModule {
  static with(thresholds = new RiskThresholds()): DynamicModule {
    return {
      module: RiskModule,
      imports: [IdentityModule],
      providers: [
        { provide: RiskThresholds, useValue: thresholds },
        RiskControls,
        RiskEventRepository,
        RiskFactsRepository,
      ],
      exports: [RiskControls],
    };
  }
}
