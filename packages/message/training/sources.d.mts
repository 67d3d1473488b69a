export function hashOfSources(of: 'instructions' | 'codes'): Buffer;
