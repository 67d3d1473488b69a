export { isAddress, isAllowedAddress, type AllowPrivate } from './address.js';
export { readAllowPrivate } from './allow-private.setting.js';
export { AddressRefusedError, checkedLookup, resolveByNameServer, resolveHost, type Lookup } from './resolve-host.js';
