export function hashOfSources(): Buffer;
