export { InboundModule, type InboundOptions } from './inbound.module.js';
export { inboundGauges } from './inbound-gauges.repository.js';
export { IngestService, type AcceptedMessage } from './ingest.service.js';
export { ParsingService } from './parsing.service.js';
