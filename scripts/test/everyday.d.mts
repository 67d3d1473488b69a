export const leftToCi: Readonly<Record<string, readonly string[]>>;
