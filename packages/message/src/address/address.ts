export { parseAddress } from './address.parser.js';
export { canonicalAddress, formatAddress, withoutTag, type EmailAddress } from './email-address.js';
export { domainOf, organisationOf } from './organisation.js';
export { parsePath, parseReversePath, type ParsedPath } from './path.parser.js';
